// The things in the rooms: start, exit, treasure and all others, by the tileset's tiles or by a letter.

export function drawThings(context, level, { left, top, wide, high, width, height }, time) {
  const [tileWide, tileHigh] = level.tileset.tile
  if (wide < 3) return
  level.header.objects.forEach(([kind, x, y, gid], index) => {
    const [dx, dy] = [(x - left) * wide, (y - top) * high]
    if (level.markTime[index] > time || dx < -wide || dy < -high || dx > width || dy > height) return
    const tile = gid && picture(level.tileset, gid)
    if (tile) context.drawImage(tile, 0, 0, tileWide, tileHigh, dx, dy, wide, high)
    else letter(context, kind, dx + wide / 2, dy + high / 2, Math.min(wide, high))
  })
}

function picture(tileset, gid) {
  const pictures = (tileset.pictures ??= new Map())
  if (!pictures.has(gid)) {
    const pixels = tileset.at(gid, 0)
    const canvas = pixels && new OffscreenCanvas(...tileset.tile)
    canvas?.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), ...tileset.tile), 0, 0)
    pictures.set(gid, canvas)
  }
  return pictures.get(gid)
}

function letter(context, kind, x, y, size) {
  context.fillStyle = "#d4267b"
  context.beginPath()
  context.arc(x, y, size * 0.42, 0, 7)
  context.fill()
  context.fillStyle = "#ffffff"
  context.font = `${size * 0.6}px system-ui, sans-serif`
  context.textAlign = "center"
  context.textBaseline = "middle"
  context.fillText(kind[0].toUpperCase(), x, y)
}
