// A recipe's text as values with their ranges, from CodeMirror's own syntax tree; and edits that change one value
// and leave all other text, comments too, as it is.

import { ensureSyntaxTree } from "./codemirror.js"

// A value: { kind: "map" | "list" | "scalar" | "none", from, to, flow, text, entries } where entries are
// { key, keyFrom, from, to, value } of a map and { from, to, value } of a list.
export function outline(state) {
  const tree = ensureSyntaxTree(state, state.doc.length, 100)
  const document = tree?.topNode.getChild("Document")
  return value(document, state.doc, 0)
}

const VALUES = ["BlockMapping", "FlowMapping", "BlockSequence", "FlowSequence", "Literal", "QuotedLiteral", "Tagged", "Anchored"]

function value(parent, doc, end) {
  for (let node = parent?.firstChild; node; node = node.nextSibling) {
    if (node.name === "Key" || !VALUES.includes(node.name)) continue
    const range = { from: node.from, to: node.to, flow: node.name.startsWith("Flow") }
    if (node.name === "Tagged" || node.name === "Anchored") return value(node, doc, end)
    if (node.name.endsWith("Mapping")) return { kind: "map", ...range, entries: node.getChildren("Pair").map((pair) => entry(pair, doc)) }
    if (node.name.endsWith("Sequence")) return { kind: "list", ...range, entries: node.getChildren("Item").map((item) => listed(item, doc)) }
    return { kind: "scalar", ...range, text: doc.sliceString(node.from, node.to) }
  }
  return { kind: "none", from: end, to: end, entries: [] }
}

function entry(pair, doc) {
  const key = pair.getChild("Key")
  const name = key ? doc.sliceString(key.from, key.to) : ""
  const colon = doc.sliceString(pair.from, pair.to).indexOf(":", name.length)
  const after = colon < 0 ? pair.to : pair.from + colon + 1
  return { key: plain(name), keyFrom: pair.from, from: pair.from, to: pair.to, value: value(pair, doc, after) }
}

function listed(item, doc) {
  return { from: item.from, to: item.to, value: value(item, doc, item.to) }
}

// The value at a path, or undefined.
export function at(root, path) {
  return path.reduce((found, step) => found?.entries?.find((entry, index) => (typeof step === "number" ? index : entry.key) === step)?.value, root)
}

// A scalar's text as JavaScript has it.
export function plain(text) {
  if (/^".*"$/s.test(text)) { try { return JSON.parse(text) } catch { return text.slice(1, -1) } }
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  return text
}

// A step, such as `kruskal` or `{kruskal: {order: length}}`: its name, and its parameters where it says any.
export function stepOf(found) {
  if (found?.kind === "scalar") return { name: plain(found.text), bare: true, parameters: null }
  if (found?.kind !== "map" || found.entries.length !== 1) return null
  return { name: found.entries[0].key, bare: false, parameters: found.entries[0].value }
}

// The change that sets parameter `name` of the step at `path` to `text`.
export function parameterSet(root, path, name, text, doc) {
  const found = at(root, path)
  const step = stepOf(found)
  if (!step) return null
  const flow = `{${name}: ${text}}`
  if (step.bare) return { from: found.from, to: found.to, insert: `{${found.text}: ${flow}}` }
  return keySet(step.parameters, name, text, doc, flow)
}

// The change that sets key `name` of a map (or of nothing yet) to `text`.
export function keySet(map, name, text, doc, whole = `{${name}: ${text}}`) {
  const there = map.entries?.find((entry) => entry.key === name)
  if (there?.value.kind === "none") return { from: there.value.from, insert: ` ${text}` }
  if (there) return { from: there.value.from, to: there.value.to, insert: text }
  if (map.kind === "none") return { from: map.from, insert: ` ${whole}` }
  if (map.kind !== "map") return { from: map.from, to: map.to, insert: whole }
  const last = map.entries.at(-1)
  if (map.flow) return { from: last ? last.to : map.from + 1, insert: `${last ? ", " : ""}${name}: ${text}` }
  const line = doc.lineAt(last.keyFrom)
  return { from: lineEnd(doc, last.to), insert: `\n${" ".repeat(last.keyFrom - line.from)}${name}: ${text}` }
}

// The change that sets a key of the recipe itself; a new one goes behind the first of `behind` that is there.
export function topSet(root, name, text, doc, behind = []) {
  const there = root.entries.find((entry) => entry.key === name)
  const before = behind.map((key) => root.entries.find((entry) => entry.key === key)).find(Boolean)
  if (there || !before) return keySet(root, name, text, doc)
  return { from: lineEnd(doc, before.to), insert: `\n${name}: ${text}` }
}

// The change that adds an entry to the list `name`, made where there is none.
export function listAdd(root, name, text, doc, behind) {
  const list = at(root, [name])
  const last = list?.entries?.at(-1)
  if (list?.kind !== "list") return topSet(root, name, `\n  - ${text}`, doc, behind)
  if (list.flow) return { from: last ? last.to : list.from + 1, insert: `${last ? ", " : ""}${braced(text)}` }
  const indent = list.from - doc.lineAt(list.from).from
  return { from: lineEnd(doc, last.to), insert: `\n${" ".repeat(indent)}- ${text}` }
}

// The change that takes an entry out of a list; of its last one the list itself.
export function listRemove(root, name, index, doc) {
  const list = at(root, [name])
  const { from, to } = list.entries[index]
  if (list.flow) {
    const next = list.entries[index + 1]
    return next ? { from, to: next.from } : { from: list.entries[index - 1]?.to ?? from, to }
  }
  if (list.entries.length === 1) {
    const key = root.entries.find((entry) => entry.key === name)
    return { from: key.from, to: Math.min(doc.length, lineEnd(doc, to) + 1) }
  }
  return { from: doc.lineAt(from).from, to: Math.min(doc.length, lineEnd(doc, to) + 1) }
}

const braced = (text) => (text.includes(":") ? `{${text}}` : text)

// The end of the line that a value ends in: behind its comment.
function lineEnd(doc, position) {
  const before = doc.sliceString(0, position).trimEnd().length
  return doc.lineAt(before).to
}
