// What can stand at the cursor: keys, plug-ins and values, from the JSON Schema, with their help.

import { placeOf } from "./cursor.js"
import { inYaml } from "./schema.js"

// `ready()`: a promise of the Schema.
export function completionsFrom(ready) {
  return async (context) => {
    const schema = await ready()
    const { path, place, word, flow } = placeOf(context.state.doc.toString(), context.pos)
    if (word === context.pos && !context.explicit && !/[{[:,-]\s$/.test(context.state.sliceDoc(context.pos - 2, context.pos))) return null
    const options = [
      ...(place === "value" ? [] : keys(schema, path, place, flow)),
      ...(place === "key" ? [] : values(schema, path, place)),
    ]
    const unique = [...new Map(options.map((option) => [option.label, option])).values()]
    return unique.length ? { from: word, options: unique, validFor: /^[\w.+$%-]*$/ } : null
  }
}

function keys(schema, path, place, flow) {
  return schema.at(path).flatMap(({ properties }) => Object.entries(properties ?? {})).map(([name]) => ({
    label: name,
    type: "property",
    info: schema.help([...path, name]),
    apply: typeof path.at(-1) === "number" && !flow ? schema.example(path, name) : `${name}: `,
  }))
}

function values(schema, path, place) {
  const info = schema.help(path)
  const words = schema.choices(path).map((label) => ({ label, type: "enum", info }))
  return schema.at(path).flatMap((one) => [
    ...words,
    ...([one.type].flat().includes("boolean") ? ["true", "false"] : []).map((label) => ({ label, type: "keyword", info })),
    ...(one.examples ?? []).map((value) => ({ label: inYaml(value), type: "constant", detail: "example", info })),
    ...Object.keys(isStep(one) ? one.properties : {}).map((name) => step(schema, path, name, place)),
  ])
}

const isStep = (schema) => schema.properties && [schema.type].flat().includes("object") && (schema.minProperties ?? 0) > 0

function step(schema, path, name, place) {
  const example = schema.example(path, name)
  return { label: name, type: "function", info: schema.help([...path, name]), apply: place === "value" && example.includes(":") ? `{${example}}` : example }
}
