// Seeds: the one of the recipe, its neighbours, and what they would look like.

import { element } from "./element.js"
import { over } from "./tileset.js"

const COUNT = 24

// 24 seeds around one, itself among them; a text's neighbours are that text with a number behind.
export function neighbours(seed) {
  const value = parsed(seed)
  if (typeof value === "string") return [seed, ...Array.from({ length: COUNT - 1 }, (_, index) => JSON.stringify(stem(value) + ` ${index + 2}`))]
  const first = value > BigInt(COUNT / 2 - 1) ? value - BigInt(COUNT / 2 - 1) : 0n
  return Array.from({ length: COUNT }, (_, index) => String(first + BigInt(index)))
}

export function stepped(seed, by) {
  const value = parsed(seed)
  if (typeof value !== "string") return String(value + BigInt(by) < 0n ? 0n : value + BigInt(by))
  const number = Number(/ (\d+)$/.exec(value)?.[1] ?? 1) + by
  return JSON.stringify(number > 1 ? `${stem(value)} ${number}` : stem(value))
}

// What a person types as a seed, as YAML: digits are a number, all else a text.
export function asSeed(text) {
  return /^\d{1,100}$/.test(text.trim()) ? String(BigInt(text.trim())) : JSON.stringify(text)
}

export const worded = (seed) => String(parsed(seed))

const parsed = (seed) => (/^\d+$/.test(seed) ? BigInt(seed) : JSON.parse(seed))
const stem = (text) => text.replace(/ \d+$/, "")

export class Strip {
  // chosen(seed): when one is clicked.
  constructor(parent, chosen) {
    Object.assign(this, { parent, chosen, buttons: new Map() })
  }

  // Waits for pictures of these seeds; what is shown of them stays until then.
  await(seeds, current) {
    const before = this.buttons
    this.buttons = new Map(seeds.map((seed) => [seed, before.get(seed) ?? this.button(seed)]))
    for (const [seed, button] of this.buttons) button.setAttribute("aria-current", String(seed === current))
    this.parent.replaceChildren(...this.buttons.values())
    const now = this.buttons.get(current)
    this.parent.scrollLeft = now ? now.offsetLeft - this.parent.offsetLeft - this.parent.clientWidth / 2 : 0
  }

  // Of another recipe.
  clear() {
    this.buttons = new Map()
    this.parent.replaceChildren()
  }

  button(seed) {
    const text = worded(seed)
    return element("button", { title: `seed ${text}`, onclick: () => this.chosen(seed) }, element("canvas", { width: 1, height: 1 }), text.length > 10 ? `…${text.slice(-9)}` : text)
  }

  draw({ seed, fault, marks, arrays }, tileset) {
    const button = this.buttons.get(seed)
    if (!button) return
    button.title = fault ? `seed ${worded(seed)}: ${fault}` : `seed ${worded(seed)}`
    const canvas = button.querySelector("canvas")
    if (fault) return void (canvas.width = canvas.height = 1)
    const [rows, columns] = arrays.tiles.shape
    const image = new ImageData(columns, rows)
    const pixels = new Uint32Array(image.data.buffer)
    const colour = (gid) => (gid && tileset.at(gid, tileset.levels - 1)?.[0]) || 0
    arrays.tiles.forEach((gid, index) => (pixels[index] = colour(gid)))
    for (const [, x, y, gid] of marks) if (gid) pixels[y * columns + x] = over(colour(gid) | 0xff000000, 0)
    ;[canvas.width, canvas.height] = [columns, rows]
    canvas.getContext("2d").putImageData(image, 0, 0)
  }
}
