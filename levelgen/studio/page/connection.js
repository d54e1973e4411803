// The socket to the studio's server: JSON out; JSON, or a header with arrays behind it, in.

const TYPES = { u1: Uint8Array, i4: Int32Array, u4: Uint32Array }
const RETRY = 1000

export class Connection {
  // hear(message): each answer; arrays of a binary one are in `message.arrays`. connected(bool): when that changes.
  constructor(hear, connected) {
    this.hear = hear
    this.connected = connected
    this.open()
  }

  open() {
    const address = new URL("socket", location.href)
    address.protocol = "ws:"
    this.socket = new WebSocket(address)
    this.socket.binaryType = "arraybuffer"
    this.socket.onopen = () => this.connected(true)
    this.socket.onmessage = ({ data }) => this.hear(typeof data === "string" ? JSON.parse(data) : unpacked(data))
    this.socket.onclose = () => {
      this.connected(false)
      setTimeout(() => this.open(), RETRY)
    }
  }

  // Says whether it went out; what does not is lost.
  send(request) {
    const open = this.socket.readyState === WebSocket.OPEN
    if (open) this.socket.send(JSON.stringify(request))
    return open
  }
}

function unpacked(buffer) {
  const length = new DataView(buffer).getUint32(0, true)
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)))
  const arrays = {}
  for (const [name, [type, shape, offset]] of Object.entries(header.arrays)) {
    const size = shape.reduce((all, one) => all * one, 1)
    arrays[name] = Object.assign(new TYPES[type](buffer, 4 + length + offset, size), { shape })
  }
  return { ...header, arrays }
}
