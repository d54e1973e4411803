// An element with its properties and what is in it.

export function element(tag, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...inside)
  return made
}
