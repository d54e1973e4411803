// A tileset's tiles as pixels, at full size and halved again and again: what blocks of the map are put together from.

const FLIP_X = 0x80000000, FLIP_Y = 0x40000000, FLIP_DIAGONAL = 0x20000000, NUMBER = 0x1fffffff

export class Tileset {
  static async read({ tile, columns, margin, spacing, arrays }) {
    const bitmap = await createImageBitmap(new Blob([arrays.image]), { premultiplyAlpha: "none", colorSpaceConversion: "none" })
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true })
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    return new Tileset(new Uint32Array(data.buffer), bitmap.width, tile, columns, margin, spacing)
  }

  constructor(pixels, width, tile, columns, margin, spacing) {
    Object.assign(this, { pixels, width, tile, columns, margin, spacing })
    this.levels = Math.floor(Math.log2(Math.max(...tile))) + 1
    this.caches = Array.from({ length: this.levels }, () => new Map())
  }

  // Pixels of a tile along each side, halved `level` times.
  size(level) {
    return this.tile.map((side) => Math.max(1, side >> level))
  }

  // The pixels of a gid, RGBA in a word, row by row; null where there is no such tile.
  at(gid, level) {
    const cache = this.caches[level]
    let found = cache.get(gid)
    if (found === undefined) {
      found = level ? this.halved(gid, level) : this.whole(gid)
      cache.set(gid, found)
    }
    return found
  }

  whole(gid) {
    const [width, height] = this.tile
    const number = (gid & NUMBER) - 1
    const left = this.margin + (number % this.columns) * (width + this.spacing)
    const top = this.margin + Math.floor(number / this.columns) * (height + this.spacing)
    if (number < 0 || (top + height) * this.width > this.pixels.length) return null
    const made = new Uint32Array(width * height)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        let fromX = gid & FLIP_X ? width - 1 - x : x
        let fromY = gid & FLIP_Y ? height - 1 - y : y
        if (gid & FLIP_DIAGONAL) [fromX, fromY] = [fromY, fromX]
        made[y * width + x] = this.pixels[(top + fromY) * this.width + left + fromX]
      }
    }
    return made
  }

  halved(gid, level) {
    const above = this.at(gid, level - 1)
    if (!above) return null
    const [fromWidth, fromHeight] = this.size(level - 1)
    const [width, height] = this.size(level)
    const made = new Uint32Array(width * height)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [x2, y2] = [Math.min(2 * x + 1, fromWidth - 1), Math.min(2 * y + 1, fromHeight - 1)]
        const [a, b] = [2 * x < fromWidth ? 2 * x : x2, 2 * y < fromHeight ? 2 * y : y2]
        made[y * width + x] = mean(above[b * fromWidth + a], above[b * fromWidth + x2], above[y2 * fromWidth + a], above[y2 * fromWidth + x2])
      }
    }
    return made
  }
}

// The mean of four pixels; clear ones do not darken the others.
function mean(...pixels) {
  let red = 0, green = 0, blue = 0, alpha = 0
  for (const pixel of pixels) {
    const weight = pixel >>> 24
    red += (pixel & 255) * weight
    green += ((pixel >>> 8) & 255) * weight
    blue += ((pixel >>> 16) & 255) * weight
    alpha += weight
  }
  if (!alpha) return 0
  return (Math.round(red / alpha) | (Math.round(green / alpha) << 8) | (Math.round(blue / alpha) << 16) | (Math.round(alpha / 4) << 24)) >>> 0
}

// One pixel over another.
export function over(upper, lower) {
  const alpha = upper >>> 24
  if (alpha === 255 || lower >>> 24 === 0) return upper
  const rest = 255 - alpha
  const mix = (shift) => (((upper >>> shift) & 255) * alpha + ((lower >>> shift) & 255) * rest) / 255
  return (mix(0) | (mix(8) << 8) | (mix(16) << 16) | 0xff000000) >>> 0
}
