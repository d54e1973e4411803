// The recipe in CodeMirror: YAML in colours, completion, mistakes at their lines.

import {
  EditorState, EditorView, HighlightStyle, Transaction, autocompletion, bracketMatching, completionKeymap, defaultKeymap,
  drawSelection, foldGutter, foldKeymap, highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches, history,
  historyKeymap, indentOnInput, indentWithTab, keymap, lineNumbers, lintGutter, lintKeymap, search, searchKeymap,
  setDiagnostics, syntaxHighlighting, tags, yaml,
} from "./codemirror.js"
import { completionsFrom } from "./completion.js"

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--text)" },
  { tag: [tags.content, tags.number, tags.bool], color: "var(--number)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: "var(--faint)" },
  { tag: [tags.labelName, tags.typeName], color: "var(--accent)" },
])

const THEME = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--sheet)" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faint)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--active)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-completionInfo": { maxWidth: "320px", whiteSpace: "pre-wrap" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" },
})

export class Editor {
  // changed(text): after each change of the text, by whomever; ready(): a promise of the Schema.
  constructor(parent, changed, ready) {
    this.changed = changed
    this.extensions = [
      lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(),
      highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), search({ top: true }), yaml(),
      syntaxHighlighting(COLOURS), THEME, autocompletion({ override: [completionsFrom(ready)], icons: false }),
      EditorState.tabSize.of(2), EditorView.contentAttributes.of({ "aria-label": "The recipe" }),
      keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
      EditorView.updateListener.of((update) => update.docChanged && this.changed(this.text)),
    ]
    this.view = new EditorView({ parent, state: EditorState.create({ extensions: this.extensions }) })
  }

  get text() {
    return this.view.state.doc.toString()
  }

  get state() {
    return this.view.state
  }

  // Another file: nothing of the one before can be undone into it.
  load(text) {
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions }))
  }

  // One change by a control; it can be undone as any other.
  edit(change) {
    if (change) this.view.dispatch({ changes: change, annotations: Transaction.userEvent.of("input.control") })
  }

  // Underlines mistakes: [{ line, column, message }], lines and columns from 1.
  mark(problems) {
    const { doc } = this.view.state
    const found = problems.map(({ line, column, message }) => {
      const at = doc.line(Math.min(Math.max(line, 1), doc.lines))
      const from = Math.min(at.from + Math.max(column - 1, 0), at.to)
      const length = /^("[^"]*"|'[^']*'|[^\s,:{}[\]#]+)/.exec(doc.sliceString(from, at.to))?.[0].length ?? at.to - from
      return { from, to: from + length, severity: "error", message }
    })
    this.view.dispatch(setDiagnostics(this.view.state, found))
  }

  show(line, column) {
    const { doc } = this.view.state
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines))
    this.view.dispatch({ selection: { anchor: Math.min(at.from + Math.max(column - 1, 0), at.to) }, scrollIntoView: true })
    this.view.focus()
  }
}
