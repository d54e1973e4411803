// A level as the server sent it, with what is derived from it once.

import { Blocks } from "./blocks.js"
import { over } from "./tileset.js"

const CELL = 64

export class Level {
  constructor(message, tileset) {
    Object.assign(this, message.arrays)
    this.header = message
    this.tileset = tileset
    ;[this.columns, this.rows] = message.size
    this.layers = message.layers.map((_, number) => message.arrays[`layer${number}`])
    this.rooms = this.places.length / 2
    this.walls = this.edges.length / 2
    this.tiles = new Blocks((level) => tileset.size(level), tileset.levels, message.size, this.paintTiles.bind(this))
    this.timed()
  }

  // A block of one pixel a tile, coloured by who owns the tile.
  tinted(roomColour, wallColour) {
    const { owner, columns } = this
    return new Blocks(() => [1, 1], 1, [this.columns, this.rows], (pixels, stride, _, x0, y0, across, down) => {
      for (let y = 0; y < down; y++) {
        for (let x = 0, at = (y0 + y) * columns + x0; x < across; x++, at++) {
          const who = owner[at]
          if (who !== -1) pixels[y * stride + x] = who >= 0 ? roomColour(who) : wallColour(-2 - who)
        }
      }
    })
  }

  paintTiles(pixels, stride, level, x0, y0, across, down) {
    const [width, height] = this.tileset.size(level)
    for (const layer of this.layers) {
      for (let y = 0; y < down; y++) {
        for (let x = 0; x < across; x++) {
          const gid = layer[(y0 + y) * this.columns + x0 + x]
          const tile = gid ? this.tileset.at(gid, level) : null
          if (!tile) continue
          let from = 0
          for (let py = 0; py < height; py++) {
            let to = (y * height + py) * stride + x * width
            for (let px = 0; px < width; px++, from++, to++) {
              const pixel = tile[from]
              if (pixel >>> 24) pixels[to] = over(pixel, pixels[to])
            }
          }
        }
      }
    }
  }

  // When each wall opened, each room was reached and each mark was set; walls that stay closed never do.
  timed() {
    this.wallTime = new Int32Array(this.walls).fill(0x7fffffff)
    this.roomTime = new Int32Array(this.rooms).fill(this.rooms > 1 ? 0x7fffffff : 0)
    let time = 0
    for (const wall of this.tree) {
      this.wallTime[wall] = ++time
      for (const room of [this.edges[2 * wall], this.edges[2 * wall + 1]]) this.roomTime[room] = Math.min(this.roomTime[room], time)
    }
    this.chapters = [{ label: "spanning tree", from: 0, to: time, what: "walls" }]
    this.markTime = []
    let opened = 0
    for (const [label, walls, marks] of this.header.passes) {
      for (let i = 0; i < walls; i++) this.wallTime[this.opened[opened++]] = ++time
      if (walls) this.chapters.push({ label, from: time - walls, to: time, what: "walls" })
      for (let i = 0; i < marks; i++) this.markTime.push(++time)
      if (marks) this.chapters.push({ label, from: time - marks, to: time, what: "marks" })
    }
    // Objects that no pass marked, which a tile style put there, stand at the end of the list.
    while (this.markTime.length < this.header.objects.length) this.markTime.push(time)
    this.end = time
  }

  // Walls in buckets of 64 × 64 tiles, so that only those in sight are drawn.
  bucketed(walls) {
    const across = Math.ceil(this.columns / CELL)
    const buckets = new Map()
    for (const wall of walls) {
      const [x1, y1, x2, y2] = this.ends(wall)
      const [bx0, bx1] = [Math.min(x1, x2), Math.max(x1, x2)].map((x) => Math.floor(x / CELL))
      const [by0, by1] = [Math.min(y1, y2), Math.max(y1, y2)].map((y) => Math.floor(y / CELL))
      for (let by = by0; by <= by1; by++) {
        for (let bx = bx0; bx <= bx1; bx++) {
          const key = by * across + bx
          if (buckets.has(key)) buckets.get(key).push(wall)
          else buckets.set(key, [wall])
        }
      }
    }
    return { buckets, across, cell: CELL }
  }

  // The middles of the two rooms of a wall, in tiles.
  ends(wall) {
    const [u, v] = [this.edges[2 * wall], this.edges[2 * wall + 1]]
    return [this.places[2 * u] + 0.5, this.places[2 * u + 1] + 0.5, this.places[2 * v] + 0.5, this.places[2 * v + 1] + 0.5]
  }

  name(room) {
    return this.header.names[room] ?? String(room)
  }
}
