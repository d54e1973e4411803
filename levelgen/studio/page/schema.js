// Questions to the JSON Schema of recipes: what may stand at a path, what it is for, what is an example.

export class Schema {
  constructor(root) {
    this.root = root
  }

  // All schemas that may hold at a path, references followed and alternatives spread.
  at(path) {
    return path.reduce((found, step) => found.flatMap((schema) => this.inside(schema, step)), this.spread(this.root))
  }

  inside(schema, step) {
    if (typeof step === "number") return this.spread(schema.prefixItems?.[step] ?? schema.items)
    return this.spread(schema.properties?.[step] ?? schema.additionalProperties)
  }

  spread(schema) {
    if (!schema || typeof schema !== "object") return []
    if (schema.$ref) {
      const target = schema.$ref.split("/").slice(1).reduce((found, key) => found?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], this.root)
      const { $ref, ...own } = schema
      return this.spread(target).map((found) => ({ ...found, ...own }))
    }
    const { anyOf, oneOf, allOf, ...own } = schema
    const inner = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].flatMap((one) => this.spread(one))
    return inner.length ? [...inner.map((one) => ({ ...own, ...one })), own] : [own]
  }

  // The words that a value can be, where there are only those.
  choices(path) {
    const all = this.at(path)
    const listed = all.flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const]))
    const offered = all.filter(({ properties }) => !properties).flatMap(({ defaultSnippets }) => defaultSnippets ?? [])
    return [...new Set([...listed, ...offered.map(({ body }) => body)].filter((one) => typeof one !== "object").map(String))]
  }

  // The names of the plug-ins that a step at a path can be.
  steps(path) {
    return this.at(path).flatMap((schema) => Object.keys(schema.properties ?? {}))
  }

  // name → schema of the parameters of a step that is this plug-in.
  parameters(path, plugin) {
    return Object.assign({}, ...this.at([...path, plugin]).map((schema) => schema.properties ?? {}))
  }

  help(path) {
    return this.at(path).map((schema) => schema.description).find(Boolean) ?? ""
  }

  // A step as it may be written: the bare name, or with what it needs; its description ends with one.
  example(path, plugin) {
    const said = /For example: `(.+?)`/.exec(this.help([...path, plugin]))?.[1] ?? plugin
    return said.replace(/^\{(.*)\}$/, "$1")
  }
}

// A value as YAML in one line.
export function inYaml(value) {
  if (Array.isArray(value)) return `[${value.map(inYaml).join(", ")}]`
  if (value && typeof value === "object") return `{${Object.entries(value).map(([key, one]) => `${key}: ${inYaml(one)}`).join(", ")}}`
  if (typeof value !== "string") return String(value)
  const bare = /^[A-Za-z_][\w./%-]*$/.test(value) || /^\d+(\.\d+)?%$/.test(value)
  return bare && !/^(true|false|null|True|False|Null|TRUE|FALSE|NULL)$/.test(value) ? value : JSON.stringify(value)
}
