// How a value is set, { kind, … }: from its schema, or from what a recipe declares of a parameter of its own.

import { at, plain } from "./outline.js"
import { inYaml } from "./schema.js"

// Of a parameter that the recipe declares.
export function declaredForm(declared, text) {
  const number = (name) => (at(declared, [name])?.text === undefined ? undefined : Number(at(declared, [name]).text))
  const choices = at(declared, ["choices"])?.entries?.map((entry) => plain(entry.value.text ?? ""))
  if (choices) return { kind: "choice", choices }
  if (/^(true|false)$/.test(text)) return { kind: "switch" }
  if (!/^[-+]?[\d.]+$/.test(text)) return { kind: "text" }
  return { kind: "number", ...spanOf(number("min"), number("max"), Number(text)), step: number("step") ?? (text.includes(".") ? "any" : 1) }
}

// Of a plug-in's parameter; fallback: its default as text.
export function formOf(schema, path, value) {
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
    const low = pick("minimum") ?? pick("exclusiveMinimum")
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
