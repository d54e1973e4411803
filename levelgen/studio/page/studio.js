// The studio's page: what is open, and what goes on between the editor, the server and the map.

import { Connection } from "./connection.js"
import { Controls } from "./controls.js"
import { Editor } from "./editor.js"
import { element } from "./element.js"
import { LAYERS } from "./layers.js"
import { Level } from "./level.js"
import { MapView } from "./map.js"
import { at, outline, topSet } from "./outline.js"
import { choices, download, measures } from "./panels.js"
import { Replay } from "./replay.js"
import { Schema } from "./schema.js"
import { Strip, asSeed, neighbours, stepped, worded } from "./seeds.js"
import { theme } from "./theme.js"
import { Tileset } from "./tileset.js"

const PAUSE = 30
const THUMBNAIL_PAUSE = 350
const SLOW = 1500
const LONGEST = 1 << 20
const $ = (id) => document.getElementById(id)

const open = { path: "", saved: "", seen: "", drawn: "", variant: 0 }
let asked = 0
let changedAt = 0
let schema = null
let tileset = null
let tilesetKey = ""
let level = null
let timer = 0
let thumbnailTimer = 0

let schemaCame
let schemaReady = new Promise((came) => (schemaCame = came))

const editor = new Editor($("editor"), changed, () => schemaReady)
const controls = new Controls($("controls"), editor, () => schema)
const map = new MapView($("map"), (text) => ($("hint").textContent = text), (text) => ($("pointed").textContent = text))
const replay = new Replay($("play"), $("time"), $("moment"), map)
const strip = new Strip($("seeds"), setSeed)
const server = new Connection(hear, connected)

// The editor

function changed() {
  changedAt = performance.now()
  marked()
  clearTimeout(timer)
  timer = setTimeout(look, PAUSE)
}

// Whether all is saved.
function marked() {
  const saved = editor.text === open.saved
  $("unsaved").hidden = saved
  document.title = `${saved ? "" : "● "}${open.path} · levelgen studio`
}

function look() {
  controls.refresh()
  if (editor.text.length > LONGEST) showProblems({ problems: [{ file: open.path, line: 0, column: 0, message: "longer than a recipe may be" }] })
  else if (open.path) ask({ op: "view", tileset: tilesetKey, schema: schema === null })
}

function ask(request) {
  server.send({ id: ++asked, path: open.path, text: editor.text, drawn: open.drawn, variant: open.variant, ...request })
}

// The server

async function hear(message) {
  await HEAR[message.kind]?.(message)
}

const HEAR = {
  hello: ({ folder }) => ($("folder").textContent = folder),
  recipes: ({ paths }) => listRecipes(paths),
  file: opened,
  saved: ({ path, seen }) => {
    if (path !== open.path) return
    open.seen = seen
    $("conflict").hidden = true
    say(`saved ${path}`)
  },
  conflict: ({ path, seen }) => (path === open.path ? conflict(seen) : say(`${path} is there already`)),
  changed: changedOnDisk,
  refused: ({ message }) => say(message),
  schema: ({ schema: root }) => {
    schema = new Schema(root)
    schemaCame(schema)
    controls.refresh()
  },
  tileset: (message) => {
    tilesetKey = message.key
    return (tileset = Tileset.read(message))
  },
  level: showLevel,
  analysis: ({ arrays, id }) => id === lastView && map.explain(arrays),
  measures: (message) => message.id === lastView && measures(level.header, message.measures),
  problems: showProblems,
  thumbnail: async (message) => strip.draw(message, await tileset),
  export: (message) => {
    download(message)
    say(`downloaded ${message.name}`)
  },
}

let lastView = 0

async function showLevel(message) {
  const made = new Level(message, await tileset)
  if (message.id < lastView) return
  lastView = message.id
  level = made
  open.drawn = message.seed
  $("showing").classList.remove("stale")
  if (document.activeElement !== $("seed")) $("seed").value = worded(message.seed)
  const shown = map.show(level)
  replay.take(level)
  showProblems({ problems: [] })
  measures(message)
  choices(message, open.variant)
  await shown
  const since = Math.round(performance.now() - changedAt)
  $("status").textContent = `${message.size.join(" × ")} tiles, made in ${message.milliseconds} ms, on the screen ${since} ms after the change`
  $("status").dataset.milliseconds = since
  $("status").dataset.shown = message.id
  clearTimeout(thumbnailTimer)
  thumbnailTimer = setTimeout(() => thumbnails(message), THUMBNAIL_PAUSE)
}

function thumbnails({ seed, milliseconds }) {
  const seeds = neighbours(seed)
  strip.await(seeds, seed)
  // A level that takes long is not made 24 times without being asked.
  const make = () => ask({ op: "thumbnails", seeds })
  if (milliseconds < SLOW) make()
  else $("seeds").prepend(element("button", { onclick: make }, "Make the pictures"))
}

function showProblems({ problems }) {
  const own = problems.filter(({ file }) => file === open.path || file === "")
  editor.mark(own.filter(({ line }) => line))
  $("problems").replaceChildren(...problems.map(({ file, line, column, message }) => {
    const where = line ? `${file === open.path ? "line" : file} ${line}: ` : ""
    return element("button", { onclick: () => file === open.path && editor.show(line, column) }, where + message)
  }))
  $("showing").classList.toggle("stale", problems.length > 0)
  if (problems.length) $("status").textContent = level ? "the picture is of the last recipe that held" : "no level yet"
}

const say = (text) => ($("status").textContent = text)

function connected(is) {
  document.body.classList.toggle("apart", !is)
  $("gone").hidden = is
  $("gone").textContent = "The studio's server is gone. What you wrote is still here; this page tries again every second. If it was ended, copy your text, run `levelgen studio` again and open the address that it prints."
  if (is && open.path) look()
}

// Files

function listRecipes(paths) {
  $("recipes").replaceChildren(...paths.map((path) => element("li", {}, element("button", { onclick: () => choose(path), ariaCurrent: String(path === open.path) }, path))))
  if (!open.path && paths.length) choose(paths.includes(decodeURI(location.hash.slice(1))) ? decodeURI(location.hash.slice(1)) : paths[0])
  if (!paths.length) say("no recipe in this folder: a recipe is a .yaml file that begins with 'levelgen: 1'")
}

function choose(path) {
  if (editor.text !== open.saved && path !== open.path && !confirm(`${open.path} is not saved. Leave it?`)) return
  server.send({ op: "open", path })
}

function opened({ path, text, seen }) {
  const again = path === open.path
  Object.assign(open, { path, saved: text, seen, drawn: again ? open.drawn : "", variant: again ? open.variant : 0 })
  history.replaceState(null, "", `#${encodeURI(path)}`)
  $("file").textContent = path
  $("conflict").hidden = true
  if (!again) {
    map.moved = false
    strip.clear()
  }
  for (const button of $("recipes").querySelectorAll("button")) button.setAttribute("aria-current", String(button.textContent === path))
  editor.load(text)
  changed()
}

function save() {
  if (!open.path) return
  const text = editor.text
  if (!server.send({ op: "save", path: open.path, text, seen: open.seen })) return say("not saved: the server is gone")
  open.saved = text
  marked()
}

// A copy under another name, as the beginning of another recipe.
function copy() {
  const path = prompt("The new recipe's file, in this folder:", "new.yaml")
  if (!path) return
  server.send({ op: "save", path, text: editor.text, seen: "" })
  server.send({ op: "open", path })
}

function conflict(seen) {
  open.saved = null
  const say = $("conflict")
  const button = (text, does) => element("button", { onclick: does }, text)
  say.replaceChildren(
    `${open.path} changed on disk meanwhile${seen ? "" : ": it is gone"}. `,
    ...(seen ? [button("Take what is on disk", () => server.send({ op: "open", path: open.path }))] : []),
    button("Keep mine, write over it", () => ((open.seen = seen), save())),
  )
  say.hidden = false
  marked()
}

function changedOnDisk({ paths, code }) {
  if (code) {
    schema = null
    schemaReady = new Promise((came) => (schemaCame = came))
  }
  if (paths.includes(open.path) && editor.text === open.saved) server.send({ op: "open", path: open.path })
  else if (code || paths.some((path) => path !== open.path)) look()
}

// Seeds

function setSeed(seed) {
  if (at(outline(editor.state), ["seeds"])) return say("this recipe says `seeds`: the first of them is shown; change them in the text")
  editor.edit(topSet(outline(editor.state), "seed", seed, editor.state.doc, ["name", "levelgen"]))
}

function step(by) {
  const said = at(outline(editor.state), ["seed"])?.text
  const now = said && /^\d+$/.test(said) ? said : level?.header.seed
  if (now) setSeed(stepped(now, by))
}

// Buttons and keys

for (const layer of LAYERS) {
  const button = element("button", { ariaPressed: "false", title: layer.help, onclick: () => {
    const on = button.getAttribute("aria-pressed") !== "true"
    button.setAttribute("aria-pressed", String(on))
    map.toggle(layer.key, on)
  } }, layer.name)
  button.dataset.layer = layer.key
  $("layers").append(button)
}

$("save").onclick = save
$("copy").onclick = copy
$("before").onclick = () => step(-1)
$("after").onclick = () => step(1)
$("seed").onchange = () => $("seed").value && setSeed(asSeed($("seed").value))
$("variant").onchange = () => ((open.variant = Number($("variant").value)), look())
$("download").onchange = () => {
  ask({ op: "export", exporter: $("download").value === "*" ? "" : $("download").value })
  $("download").value = ""
}

theme($("theme"), () => map.redraw())

addEventListener("keydown", (event) => {
  const does = event.ctrlKey || event.metaKey ? { s: save }[event.key.toLowerCase()]
    : event.altKey ? { ArrowLeft: () => step(-1), ArrowRight: () => step(1), p: () => replay.toggle() }[event.key] : null
  if (!does) return
  event.preventDefault()
  event.stopPropagation()
  does()
}, { capture: true })

addEventListener("beforeunload", (event) => editor.text !== open.saved && event.preventDefault())
