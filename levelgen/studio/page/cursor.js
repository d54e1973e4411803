// Where in a recipe a position is, from the text before it alone: also where the text is not yet YAML.

const KEY = /^("[^"]*"|'[^']*'|[^\s#:{}[\],&*!|>'"%@`-][^:#{}[\],]*?)\s*:(?=\s|$)/

// { path, place: "key" | "value" | "either", word: where the word at the position begins, flow: inside braces }
export function placeOf(text, position) {
  const block = []
  let flow = []
  let value = false
  const lines = text.slice(0, position).split("\n")
  lines.forEach((line, number) => {
    const last = number === lines.length - 1
    if (flow.length) return void (flow = flowed(line, flow))
    if (!last && /^\s*(#|$)/.test(line)) return
    const found = blocked(line, block)
    value = found.value
    flow = flowed(found.rest, [])
  })
  const path = [...block.map(({ step }) => step), ...flow.map(({ step }) => step).filter((step) => step !== null)]
  const word = position - /[\w.+$%-]*$/.exec(lines.at(-1))[0].length
  const inner = flow.at(-1)
  if (inner) return { path, word, flow: true, place: inner.open === "[" || inner.step !== null ? "value" : "key" }
  return { path, word, flow: false, place: value ? "value" : typeof block.at(-1)?.step === "number" ? "either" : "key" }
}

// Takes a line's dashes and key onto the stack of blocks; the rest of the line is what follows them.
function blocked(line, block) {
  let column = line.length - line.trimStart().length
  let rest = line.slice(column)
  while (/^-(\s|$)/.test(rest)) {
    const same = block.findLast(({ indent }) => indent === column + 0.5)
    drop(block, column + 0.5)
    block.push({ indent: column + 0.5, step: same ? same.step + 1 : 0 })
    const width = /^-\s*/.exec(rest)[0].length
    column += width
    rest = rest.slice(width)
  }
  drop(block, column)
  const key = KEY.exec(rest)
  if (!key) return { value: false, rest }
  block.push({ indent: column, step: key[1].replace(/^["']|["']$/g, "") })
  return { value: true, rest: rest.slice(key[0].length) }
}

function drop(block, indent) {
  while (block.length && block.at(-1).indent >= indent) block.pop()
}

// The open braces and brackets behind a piece of text: { open, step: the key or index where we are, null for none }.
function flowed(text, stack) {
  const open = stack.map((one) => ({ ...one }))
  let word = ""
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    const top = open.at(-1)
    if (char === "#" && (i === 0 || /\s/.test(text[i - 1]))) break
    if (char === '"' || char === "'") {
      const end = text.indexOf(char, i + 1)
      word += text.slice(i + 1, end < 0 ? undefined : end)
      i = end < 0 ? text.length : end
    } else if (char === "{" || char === "[") {
      open.push({ open: char, step: char === "[" ? 0 : null })
      word = ""
    } else if (char === "}" || char === "]") {
      open.pop()
      word = ""
    } else if (char === "," && top) {
      top.step = top.open === "[" ? top.step + 1 : null
      word = ""
    } else if (char === ":" && top?.open === "{" && /\s|$/.test(text[i + 1] ?? "")) {
      top.step = word.trim()
      word = ""
    } else word += char
  }
  return open
}
