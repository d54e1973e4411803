// What stands beside the map: measures, the levels of a matrix, and what can be downloaded.

import { element } from "./element.js"

const $ = (id) => document.getElementById(id)

let names = []

// The figures of the proof; and all other measures, once they have come: until then their places are kept.
export function measures({ proof, notes, fault }, others = names.map((name) => [name, "…"])) {
  names = others.map(([name]) => name)
  const all = [...Object.entries(proof), ...others.filter(([name]) => !(name in proof))]
  const rows = all.map(([name, value, unit = "", help = ""]) => element("div", { title: help }, element("dt", {}, name), element("dd", {}, figure(value, unit))))
  $("measures").replaceChildren(
    ...(fault ? [element("p", { className: "fault" }, fault)] : []),
    element("dl", {}, ...rows),
    ...notes.map((note) => element("p", {}, note)),
  )
}

function figure(value, unit) {
  if (unit === "share") return `${(100 * value).toFixed(1)} %`
  return `${typeof value !== "number" || Number.isInteger(value) ? value : value.toFixed(2)}${unit === "×" ? " ×" : ""}`
}

// `variant`: which level of the matrix is shown.
export function choices({ variants, exports, exporters }, variant) {
  $("variants").hidden = variants.length < 2
  if ($("variant").options.length !== variants.length || [...$("variant").options].some((option, index) => option.text !== variants[index])) {
    $("variant").replaceChildren(...variants.map((name, index) => element("option", { value: index }, name)))
  }
  $("variant").value = Math.min(variant, variants.length - 1)
  const option = (value, text) => element("option", { value }, text)
  const others = exporters.filter((name) => !exports.includes(name))
  $("download").replaceChildren(
    option("", "Download…"), option("*", "all that the recipe exports"),
    ...[...new Set(exports)].map((name) => option(name, name)), ...others.map((name) => option(name, `${name} (not in the recipe)`)),
  )
}

export function download({ name, arrays }) {
  const address = URL.createObjectURL(new Blob([arrays.data]))
  element("a", { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10000)
}
