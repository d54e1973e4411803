// The fields by which a value is set, a row of them for each value.

import { element } from "./element.js"
import { plain } from "./outline.js"
import { inYaml } from "./schema.js"

// { row, take(control) }: the row, and how it is told of the value as it is now. write(text): what is set.
export function rowOf({ name, form, help }, write) {
  const id = `control-${++rowOf.count}`
  const row = element("div", { className: "control", title: help }, element("label", { htmlFor: id }, name))
  const made = { number: numberOf, amount: amountOf, choice: choiceOf, switch: switchOf, pair: pairOf, text: textOf }[form.kind](id, name, form, write)
  row.append(...made.parts)
  return { row, take: (control) => (row.classList.toggle("said", control.said), made.take(control.text, control.form)) }
}
rowOf.count = 0

// A value is not put back into the field that is being typed in.
const put = (field, value) => document.activeElement !== field && (field.value = value)

function numberOf(id, name, { min, max, step }, write) {
  const slider = element("input", { type: "range", id, min, max, step: step === "any" ? (max - min) / 200 : step })
  // Its ends move with the value, but not under the hand that drags it.
  let ends = { min, max }
  const widen = () => Object.assign(slider, ends)
  slider.onchange = () => setTimeout(widen, 100)
  const field = element("input", { type: "number", className: "number", ariaLabel: name, min, step })
  slider.oninput = () => (put(field, slider.value), write(tidy(slider.value)))
  field.oninput = () => field.value !== "" && write(field.value)
  return {
    parts: [slider, field],
    take: (text, form) => {
      ends = { min: form.min, max: form.max }
      if (document.activeElement !== slider) widen()
      put(slider, text)
      put(field, Number.isNaN(Number(text)) ? "" : text)
    },
  }
}

const tidy = (text) => String(Number(Number(text).toPrecision(4)))

function amountOf(id, name, form, write) {
  const slider = element("input", { type: "range", id, min: 0, max: 100, step: 1 })
  const field = element("input", { className: "number", ariaLabel: `${name}, a number or a share such as 10%` })
  let share = false
  slider.oninput = () => (put(field, slider.value + (share ? "%" : "")), write(slider.value + (share ? "%" : "")))
  field.onchange = () => field.value && write(field.value)
  return {
    parts: [slider, field],
    take: (text) => {
      share = plain(text).endsWith("%")
      put(slider, parseFloat(plain(text)) || 0)
      put(field, plain(text))
    },
  }
}

function choiceOf(id, name, { choices }, write) {
  const select = element("select", { id, className: "wide" }, ...choices.map((choice) => element("option", { value: choice }, choice)))
  select.onchange = () => write(inYaml(select.value))
  return { parts: [select], take: (text) => (select.value = plain(text)) }
}

function switchOf(id, name, form, write) {
  const box = element("input", { type: "checkbox", id, className: "wide" })
  box.onchange = () => write(String(box.checked))
  return { parts: [box], take: (text) => (box.checked = text === "true") }
}

function pairOf(id, name, form, write) {
  const ends = ["smallest", "largest"].map((which, index) => element("input", { type: "number", id: index ? `${id}-to` : id, ariaLabel: `${name}, ${which}` }))
  for (const end of ends) end.oninput = () => ends.every((one) => one.value !== "") && write(`[${ends.map((one) => one.value).join(", ")}]`)
  return {
    parts: [element("span", { className: "wide pair" }, ...ends)],
    take: (text) => (text.match(/-?\d+/g) ?? []).slice(0, 2).forEach((number, index) => put(ends[index], number)),
  }
}

function textOf(id, name, form, write) {
  const field = element("input", { id, className: "wide", spellcheck: false })
  field.onchange = () => write(field.value)
  return { parts: [field], take: (text) => put(field, text) }
}
