// Sliders, lists and switches made from the JSON Schema; each edits one value of the recipe's text.

import { element } from "./element.js"
import { rowOf } from "./fields.js"
import { declaredForm, formOf } from "./forms.js"
import { at, keySet, listAdd, listRemove, outline, parameterSet, plain, stepOf } from "./outline.js"

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
    const shape = JSON.stringify(found.map(({ title, choices, removes, controls }) => [title, choices, removes, controls.map(({ name, form }) => [name, form.kind, form.choices])]))
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
