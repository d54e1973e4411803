// The level on the canvas: zoom, pan, layers over it, and the replay's moment.

import { LAYERS, drawLines, drawPath, veil } from "./layers.js"
import { drawThings } from "./things.js"

const FIRST_BUDGET = 40
const BUDGET = 5
const LARGEST = 96

export class MapView {
  // hint(text): what cannot be drawn now; pointed(text): what lies under the pointer.
  constructor(canvas, hint, pointed) {
    Object.assign(this, { canvas, hint, pointed, level: null, time: Infinity, shown: new Set(), tints: new Map() })
    this.context = canvas.getContext("2d", { alpha: false })
    this.centre = [0, 0]
    this.scale = 16
    new ResizeObserver(() => this.resize()).observe(canvas)
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw())
    this.listen()
  }

  // Another level; the place stays where the size does. Says (by a promise) when it is on the screen.
  show(level) {
    const same = this.level && this.level.columns === level.columns && this.level.rows === level.rows
    this.level = level
    this.tints.clear()
    this.veil = null
    if (!same) this.fit()
    this.redraw(FIRST_BUDGET)
    return new Promise((done) => (this.drawn = done))
  }

  // What the layers are drawn from has come.
  explain(analysis) {
    if (!this.level) return
    this.level.analysis = analysis
    this.level.lines = {}
    this.tints.clear()
    this.redraw()
  }

  toggle(key, on) {
    this.shown[on ? "add" : "delete"](key)
    this.redraw()
  }

  at(time) {
    this.time = time
    this.veil = null
    this.redraw(FIRST_BUDGET)
  }

  get ratio() {
    return devicePixelRatio || 1
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas
    this.canvas.width = Math.max(1, Math.round(clientWidth * this.ratio))
    this.canvas.height = Math.max(1, Math.round(clientHeight * this.ratio))
    if (!this.moved) this.fit()
    this.draw(FIRST_BUDGET)
  }

  fit() {
    if (!this.level) return
    const { columns, rows, tileset } = this.level
    this.moved = false
    this.centre = [columns / 2, rows / 2]
    const tall = tileset.tile[1] / tileset.tile[0]
    this.scale = Math.min(this.canvas.width / (columns + 1), this.canvas.height / (tall * (rows + 1)))
    this.scale = Math.min(this.scale, LARGEST * this.ratio)
    this.redraw()
  }

  sight() {
    const { width, height } = this.canvas
    const wide = this.scale
    const high = (this.scale * this.level.tileset.tile[1]) / this.level.tileset.tile[0]
    return { left: this.centre[0] - width / 2 / wide, top: this.centre[1] - height / 2 / high, wide, high, width, height, ratio: this.ratio }
  }

  redraw(budget = BUDGET) {
    this.budget = Math.max(this.budget ?? 0, budget)
    this.asked ??= requestAnimationFrame(() => this.draw(this.budget))
  }

  draw(budget) {
    if (this.asked) cancelAnimationFrame(this.asked)
    this.asked = undefined
    this.budget = 0
    const { context, canvas, level } = this
    context.fillStyle = getComputedStyle(canvas.parentElement).backgroundColor
    context.fillRect(0, 0, canvas.width, canvas.height)
    if (!level) return
    const sight = this.sight()
    const deadline = performance.now() + budget
    context.imageSmoothingEnabled = sight.wide < level.tileset.tile[0]
    let whole = level.tiles.draw(context, sight, deadline)
    context.imageSmoothingEnabled = false
    whole = this.drawTints(context, level, sight, deadline) && whole
    const hidden = this.drawLayers(context, level, sight)
    drawThings(context, level, sight, this.time)
    this.hint(hidden ? "Zoom in to see the lines: here are too many" : "")
    if (!whole) this.redraw()
    this.drawn?.(this.drawn = null)
  }

  drawTints(context, level, sight, deadline) {
    let whole = true
    for (const layer of LAYERS) {
      if (!layer.tint || !this.shown.has(layer.key)) continue
      if (!this.tints.has(layer.key)) this.tints.set(layer.key, layer.tint(level))
      whole = (this.tints.get(layer.key)?.draw(context, sight, deadline) ?? true) && whole
    }
    if (this.time >= level.end) return whole
    const style = getComputedStyle(this.canvas.parentElement)
    this.veil ??= veil(level, this.time, word(style.backgroundColor), 0xff00d0ff)
    return this.veil.draw(context, sight, deadline) && whole
  }

  drawLayers(context, level, sight) {
    let hidden = 0
    for (const layer of LAYERS) {
      if (!this.shown.has(layer.key)) continue
      if (layer.lines) hidden += drawLines(context, level, layer, sight, this.time)
      if (layer.path && this.time >= level.end) drawPath(context, level, layer, sight)
    }
    return hidden
  }

  zoom(factor, x = this.canvas.width / 2, y = this.canvas.height / 2) {
    if (!this.level) return
    const before = this.sight()
    const [tileX, tileY] = [before.left + x / before.wide, before.top + y / before.high]
    const least = Math.min(1, 0.5 * Math.min(this.canvas.width / this.level.columns, this.canvas.height / this.level.rows))
    this.scale = Math.min(Math.max(this.scale * factor, least), LARGEST * this.ratio)
    const after = this.sight()
    this.pan(tileX - (after.left + x / after.wide), tileY - (after.top + y / after.high))
  }

  pan(across, down) {
    if (!this.level) return
    this.moved = true
    const clamp = (value, end) => Math.min(Math.max(value, 0), end)
    this.centre = [clamp(this.centre[0] + across, this.level.columns), clamp(this.centre[1] + down, this.level.rows)]
    this.redraw()
  }

  listen() {
    const { canvas } = this
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault()
      this.zoom(Math.exp(-event.deltaY / 400), event.offsetX * this.ratio, event.offsetY * this.ratio)
    }, { passive: false })
    canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId))
    canvas.addEventListener("pointermove", (event) => {
      if (!this.level) return
      const { wide, high } = this.sight()
      if (event.buttons) this.pan((-event.movementX * this.ratio) / wide, (-event.movementY * this.ratio) / high)
      else this.point(event.offsetX * this.ratio, event.offsetY * this.ratio)
    })
    canvas.addEventListener("pointerleave", () => this.pointed(""))
    canvas.addEventListener("dblclick", () => this.fit())
    canvas.addEventListener("keydown", (event) => this.key(event))
  }

  key(event) {
    if (!this.level || event.altKey || event.ctrlKey || event.metaKey) return
    const { wide, high } = this.sight()
    const [across, down] = [this.canvas.width / wide / 10, this.canvas.height / high / 10]
    const does = {
      ArrowLeft: () => this.pan(-across, 0), ArrowRight: () => this.pan(across, 0), ArrowUp: () => this.pan(0, -down),
      ArrowDown: () => this.pan(0, down), "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8), 0: () => this.fit(),
    }[event.key]
    if (!does) return
    event.preventDefault()
    does()
  }

  point(x, y) {
    const { left, top, wide, high } = this.sight()
    const [column, row] = [Math.floor(left + x / wide), Math.floor(top + y / high)]
    const { level } = this
    if (column < 0 || row < 0 || column >= level.columns || row >= level.rows) return this.pointed("")
    const owner = level.owner[row * level.columns + column]
    const [u, v] = [level.edges[2 * (-2 - owner)], level.edges[2 * (-2 - owner) + 1]]
    const who = owner >= 0 ? `room ${level.name(owner)}` : owner === -1 ? "solid" : `between rooms ${level.name(u)} and ${level.name(v)}`
    const things = level.header.objects.filter((thing) => thing[1] === column && thing[2] === row).map(([kind]) => kind)
    this.pointed(`${column}, ${row}: ${[who, ...things].join(", ")}`)
  }
}

// `rgb(1, 2, 3)` as a pixel.
function word(colour) {
  const [red, green, blue] = colour.match(/\d+/g).map(Number)
  return (red | (green << 8) | (blue << 16) | 0xff000000) >>> 0
}
