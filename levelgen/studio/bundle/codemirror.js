// What the studio uses of CodeMirror 6, in one module.
export { autocompletion, completionKeymap, startCompletion } from "@codemirror/autocomplete"
export { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands"
export { yaml } from "@codemirror/lang-yaml"
export {
  HighlightStyle, bracketMatching, ensureSyntaxTree, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting, syntaxTree,
} from "@codemirror/language"
export { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint"
export { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search"
export { EditorState, Transaction } from "@codemirror/state"
export {
  EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers,
} from "@codemirror/view"
export { tags } from "@lezer/highlight"
