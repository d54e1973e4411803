// The time line: how the level grew, wall by wall, pass by pass.

const SECONDS = 8

export class Replay {
  constructor(button, slider, output, map) {
    Object.assign(this, { button, slider, output, map, level: null })
    slider.addEventListener("input", () => (this.stop(), this.go(Number(slider.value))))
    button.addEventListener("click", () => this.toggle())
  }

  // Another level: whole, and not playing.
  take(level) {
    this.stop()
    this.level = level
    this.slider.max = level.end
    this.go(level.end)
  }

  toggle() {
    if (this.playing) return this.stop()
    if (!this.level) return
    let time = Number(this.slider.value) >= this.level.end ? 0 : Number(this.slider.value)
    let last = performance.now()
    const step = (now) => {
      time = Math.min(this.level.end, time + ((now - last) / 1000) * Math.max(this.level.end / SECONDS, 4))
      last = now
      this.go(Math.floor(time))
      this.playing = time < this.level.end ? requestAnimationFrame(step) : null
      this.button.textContent = this.playing ? "Pause" : "Replay"
    }
    this.playing = requestAnimationFrame(step)
    this.button.textContent = "Pause"
  }

  stop() {
    if (this.playing) cancelAnimationFrame(this.playing)
    this.playing = null
    this.button.textContent = "Replay"
  }

  go(time) {
    this.slider.value = time
    this.map.at(time >= this.level.end ? Infinity : time)
    const chapter = this.level.chapters.find(({ to }) => time <= to) ?? this.level.chapters.at(-1)
    const text = `${chapter.label}: ${time - chapter.from} of ${chapter.to - chapter.from} ${chapter.what}`
    this.output.value = text
    this.slider.setAttribute("aria-valuetext", text)
  }
}
