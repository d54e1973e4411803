// Sliders, lists and switches made from the JSON Schema; each edits one value of the recipe's text.

import { at, keySet, listAdd, listRemove, outline, parameterSet, plain, stepOf } from "./outline.js"
import { inYaml } from "./schema.js"
import { element } from "./element.js"

const BEHIND_PASSES = ["passes", "spanning_tree", "graph"]
const STEPS = ["graph", "spanning_tree", "tiles"]

export class Controls {
  constructor(parent, editor, schema) {
    this.parent = parent
    this.editor = editor
    this.schema = schema
    this.shape = ""
  }

  // Anew for the text as it is. Where the same controls are wanted, those that are there only take the values.
  refresh() {
    const schema = this.schema()
    if (!schema) return
    const root = outline(this.editor.state)
    const groups = [this.parameters(root), ...STEPS.map((key) => this.step(root, [key], schema)), ...this.passes(root, schema)]
    const found = groups.filter(Boolean)
    const shape = JSON.stringify(found.map(({ title, choices, removes, controls }) => [title, choices, removes, controls.map(({ name, form }) => [name, form])]))
    if (shape !== this.shape) this.build(found, schema)
    this.shape = shape
    this.fill(found)
  }

  step(root, path, schema) {
    const found = at(root, path)
    const step = stepOf(found)
    if (!step) return null
    const parameters = schema.parameters(path, step.name)
    const controls = Object.entries(parameters).map(([name]) => {
      const value = step.parameters?.entries?.find((entry) => entry.key === name)?.value
      const form = formOf(schema, [...path, step.name, name], value)
      return {
        name, form, help: schema.help([...path, step.name, name]), said: Boolean(value),
        text: value?.kind === "none" || !value ? form.fallback : this.editor.state.sliceDoc(value.from, value.to),
        write: (text) => this.edit((now, doc) => parameterSet(now, path, name, text, doc)),
      }
    })
    return { title: path.join(" "), name: step.name, choices: path.length === 1 ? schema.steps(path) : null, path, controls }
  }

  passes(root, schema) {
    const list = at(root, ["passes"])
    const groups = (list?.entries ?? []).map((_, index) => {
      const group = this.step(root, ["passes", index], schema)
      return group && { ...group, title: group.name, removes: index }
    })
    return [...groups, { title: "add a pass", adds: schema.steps(["passes", 0]), controls: [] }]
  }

  // The recipe's own `parameters`: sliders where they say a range, lists where they say choices.
  parameters(root) {
    const declared = at(root, ["parameters"])?.entries ?? []
    const controls = declared.map(({ key, value }) => {
      const text = (value.kind === "map" ? at(value, ["default"]) : value)?.text ?? ""
      const write = (text) => this.edit((now, doc) => keySet(at(now, ["parameters"]), key, text, doc))
      const inside = (text) => this.edit((now, doc) => keySet(at(now, ["parameters", key]), "default", text, doc))
      return { name: key, form: declaredForm(value, text), help: plain(at(value, ["help"])?.text ?? ""), said: true, text, write: value.kind === "map" ? inside : write }
    })
    return controls.length ? { title: "parameters", controls } : null
  }

  // A change made for the text as it is at that moment.
  edit(change) {
    this.editor.edit(change(outline(this.editor.state), this.editor.state.doc))
  }

  build(groups, schema) {
    this.rows = []
    this.choices = []
    this.parent.replaceChildren(...groups.map((group) => {
      const box = element("fieldset", {}, this.legend(group, schema))
      this.rows.push(group.controls.map((control, index) => {
        const row = rowOf(control, (text) => this.groups[groups.indexOf(group)].controls[index].write(text))
        box.append(row.row)
        return row
      }))
      return box
    }))
  }

  legend(group, schema) {
    const legend = element("legend", {}, group.title)
    const choose = (names, label, chosen) => element("select", { ariaLabel: label, onchange: chosen }, ...names.map((name) => element("option", { value: name }, name)))
    this.choices.push(null)
    if (group.choices) {
      const select = choose(group.choices, group.title, () => this.edit((root) => {
        const { from, to } = at(root, group.path)
        const example = schema.example(group.path, select.value)
        return { from, to, insert: example.includes(":") ? `{${example}}` : example }
      }))
      this.choices[this.choices.length - 1] = select
      legend.append(select)
    }
    if (group.adds) {
      const select = choose(["…", ...group.adds], "Add a pass", () => {
        const name = select.value
        select.value = "…"
        this.edit((root, doc) => listAdd(root, "passes", schema.example(["passes", 0], name), doc, BEHIND_PASSES))
      })
      legend.append(select)
    }
    if (group.removes !== undefined) {
      const remove = () => this.edit((root, doc) => listRemove(root, "passes", group.removes, doc))
      legend.append(element("button", { className: "remove", title: "Take this pass out", ariaLabel: `Take ${group.title} out`, onclick: remove }, "✕"))
    }
    return legend
  }

  fill(groups) {
    this.groups = groups
    groups.forEach((group, number) => {
      if (this.choices[number]) this.choices[number].value = group.name
      group.controls.forEach((control, index) => this.rows[number][index].take(control))
    })
  }
}

function declaredForm(declared, text) {
  const number = (name) => (at(declared, [name])?.text === undefined ? undefined : Number(at(declared, [name]).text))
  const choices = at(declared, ["choices"])?.entries?.map((entry) => plain(entry.value.text ?? ""))
  if (choices) return { kind: "choice", choices }
  if (/^(true|false)$/.test(text)) return { kind: "switch" }
  if (!/^[-+]?[\d.]+$/.test(text)) return { kind: "text" }
  return { kind: "number", ...spanOf(number("min"), number("max"), Number(text)), step: number("step") ?? (text.includes(".") ? "any" : 1) }
}

// How a value is set: { kind, fallback (its default as text), … } from its schema.
function formOf(schema, path, value) {
  const all = schema.at(path)
  const pick = (key) => all.map((one) => one[key]).find((found) => found !== undefined)
  const fallback = pick("default") === undefined ? "" : inYaml(pick("default"))
  const types = all.flatMap((one) => one.type ?? [])
  const choices = schema.choices(path)
  if (value?.text?.startsWith("$")) return { kind: "text", fallback }
  if (choices.length) return { kind: "choice", choices, fallback }
  if (types.includes("boolean")) return { kind: "switch", fallback }
  if (types.includes("integer") && pick("pattern")?.includes("%")) return { kind: "amount", fallback }
  if (types.includes("array") && all.some((one) => one.prefixItems?.length === 2)) return { kind: "pair", fallback }
  if (types.includes("integer") || types.includes("number")) {
    const low = pick("minimum") ?? (pick("exclusiveMinimum") === undefined ? undefined : pick("exclusiveMinimum"))
    const now = Number(value?.text ?? fallback) || 0
    return { kind: "number", ...spanOf(low, pick("maximum"), now), step: types.includes("integer") ? 1 : "any", fallback }
  }
  return { kind: "text", fallback }
}

// The ends of a slider; one that has no end of its own goes to a round number well above the value.
function spanOf(low, high, now) {
  if (high !== undefined && high - (low ?? 0) <= 1000) return { min: low ?? 0, max: high }
  const end = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].find((round) => round >= 2 * Math.abs(now)) ?? 2 * now
  return { min: low ?? 0, max: Math.min(high ?? Infinity, end) }
}

function rowOf({ name, form, help }, write) {
  const id = `control-${++rowOf.count}`
  const row = element("div", { className: "control", title: help }, element("label", { htmlFor: id }, name))
  const made = { number: numberOf, amount: amountOf, choice: choiceOf, switch: switchOf, pair: pairOf, text: textOf }[form.kind](id, name, form, write)
  row.append(...made.parts)
  return { row, take: (control) => (row.classList.toggle("said", control.said), made.take(control.text)) }
}
rowOf.count = 0

// A value is not put back into the field that is being typed in.
const put = (field, value) => document.activeElement !== field && (field.value = value)

function numberOf(id, name, { min, max, step }, write) {
  const slider = element("input", { type: "range", id, min, max, step: step === "any" ? (max - min) / 200 : step })
  const field = element("input", { type: "number", className: "number", ariaLabel: name, min, step })
  slider.oninput = () => (put(field, slider.value), write(tidy(slider.value)))
  field.oninput = () => field.value !== "" && write(field.value)
  return { parts: [slider, field], take: (text) => (put(slider, text), put(field, Number.isNaN(Number(text)) ? "" : text)) }
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
