// A large picture in blocks of 256 × 256 pixels, at several sizes: only those in sight are made and kept, so that a
// frame costs what the window shows, not what the level has.

export const BLOCK = 256
const MOST = 500

export class Blocks {
  // size(level): the pixels of a tile at a level, [width, height]; level 0 is the largest, each next one half of it.
  // paint(pixels, stride, level, x, y, across, down): fills pixels of the tiles from (x, y) on; for levels < levels.
  constructor(size, levels, [columns, rows], paint) {
    Object.assign(this, { size, levels, columns, rows, paint })
    this.made = new Map()
  }

  clear() {
    this.made.clear()
  }

  // Tiles along each side of a block.
  span(level) {
    return level < this.levels ? Math.floor(BLOCK / Math.max(...this.size(level))) : BLOCK << (level - this.levels + 1)
  }

  // Draws the tiles in sight: `left`, `top` the tile at the canvas's corner, `wide`, `high` its pixels a tile.
  // Makes blocks until `deadline`; says whether all were there.
  draw(context, { left, top, wide, high, width, height }, deadline) {
    const level = this.levelFor(wide)
    const span = this.span(level)
    const range = (from, to, end) => [Math.max(0, Math.floor(from / span)), Math.min(Math.ceil(end / span) - 1, Math.floor(to / span))]
    const [x0, x1] = range(left, left + width / wide, this.columns)
    const [y0, y1] = range(top, top + height / high, this.rows)
    let whole = true
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const block = this.get(level, x, y) ?? (performance.now() < deadline ? this.make(level, x, y) : null)
        const edge = (at, origin, scale) => Math.round((at * span - origin) * scale)
        const [dx, dy] = [edge(x, left, wide), edge(y, top, high)]
        const [dw, dh] = [edge(x + 1, left, wide) - dx, edge(y + 1, top, high) - dy]
        if (block) context.drawImage(block.canvas, 0, 0, block.width, block.height, dx, dy, dw, dh)
        else whole = this.coarser(context, level, x, y, dx, dy, dw, dh) && false
      }
    }
    return whole
  }

  // The smallest level whose tiles are at least as wide as they will be drawn.
  levelFor(wide) {
    let level = 0
    while (this.width(level + 1) >= wide && this.span(level) < Math.max(this.columns, this.rows)) level++
    return level
  }

  width(level) {
    return level < this.levels ? this.size(level)[0] : 1 / (2 << (level - this.levels))
  }

  get(level, x, y) {
    const key = (level * 65536 + y) * 65536 + x
    const found = this.made.get(key)
    if (found) {
      this.made.delete(key)
      this.made.set(key, found)
    }
    return found
  }

  make(level, x, y) {
    const block = level < this.levels ? this.painted(level, x, y) : this.shrunk(level, x, y)
    this.made.set((level * 65536 + y) * 65536 + x, block)
    if (this.made.size > MOST) this.made.delete(this.made.keys().next().value)
    return block
  }

  painted(level, x, y) {
    const span = this.span(level)
    const [width, height] = this.size(level)
    const across = Math.min(span, this.columns - x * span)
    const down = Math.min(span, this.rows - y * span)
    const image = new ImageData(span * width, span * height)
    this.paint(new Uint32Array(image.data.buffer), image.width, level, x * span, y * span, across, down)
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext("2d").putImageData(image, 0, 0)
    return { canvas, width: image.width, height: image.height }
  }

  // From the four blocks that are twice as large.
  shrunk(level, x, y) {
    const canvas = new OffscreenCanvas(BLOCK, BLOCK)
    const context = canvas.getContext("2d")
    context.imageSmoothingQuality = "medium"
    const span = this.span(level - 1)
    for (const [dx, dy] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
      const [bx, by] = [2 * x + dx, 2 * y + dy]
      if (bx * span >= this.columns || by * span >= this.rows) continue
      const block = this.get(level - 1, bx, by) ?? this.make(level - 1, bx, by)
      context.drawImage(block.canvas, (dx * BLOCK) / 2, (dy * BLOCK) / 2, BLOCK / 2, BLOCK / 2)
    }
    return { canvas, width: BLOCK, height: BLOCK }
  }

  // In place of a block that is not made yet, the part of a coarser one, if there is any.
  coarser(context, level, x, y, dx, dy, dw, dh) {
    const span = this.span(level)
    for (let other = level + 1; other < level + 12; other++) {
      const wide = this.span(other)
      const [bx, by] = [Math.floor((x * span) / wide), Math.floor((y * span) / wide)]
      const block = this.get(other, bx, by)
      if (!block) continue
      const [part, shift] = [block.width / wide, block.height / wide]
      context.drawImage(block.canvas, (x * span - bx * wide) * part, (y * span - by * wide) * shift, span * part, span * shift, dx, dy, dw, dh)
      return true
    }
    return false
  }
}
