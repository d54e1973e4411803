// What can be laid over the level: lines along walls, and tiles tinted by their rooms.

const NEVER = 0x7fffffff
const MOST_LINES = 12000

// Colours that stand apart on light and dark tiles, also for people who see few (after Okabe and Ito 2008).
export const LAYERS = [
  { key: "graph", name: "Graph", help: "every wall that could be opened", lines: (level) => range(level.walls), colour: "#9aa4b8", thick: 0.08 },
  { key: "tree", name: "Tree", help: "the spanning tree: what makes the level connected", lines: (level) => level.tree, colour: "#00b37a", thick: 0.16 },
  { key: "loops", name: "Loops", help: "walls opened on top of the tree: ways round", lines: (level) => level.opened, colour: "#f2a900", thick: 0.2 },
  { key: "only", name: "Bridges", help: "the only ways: closing one of these cuts the level in two", lines: onlyWays, colour: "#e4572e", thick: 0.12 },
  { key: "distance", name: "Distance", help: "how far each room is from the start, near dark, far bright", tint: heat },
  { key: "dead", name: "Dead ends", help: "rooms with one way out", tint: deadEnds },
  { key: "walk", name: "Walk", help: "the shortest walk from start to exit", path: (level) => level.analysis?.walk ?? [], colour: "#3fa7ff", thick: 0.24 },
]

const range = (end) => Array.from({ length: end }, (_, index) => index)

function onlyWays(level) {
  const only = level.analysis?.only ?? []
  return range(only.length).filter((wall) => only[wall])
}

// From near to far (viridis: Smith, van der Walt and Firing 2015), a little clear.
const HEAT = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]]

function heat(level) {
  const away = level.analysis?.distance
  if (!away) return null
  const farthest = away.reduce((most, one) => Math.max(most, one), 1)
  const colour = (distance) => {
    const at = (Math.max(0, distance) / farthest) * (HEAT.length - 1)
    const [low, high] = [HEAT[Math.floor(at)], HEAT[Math.min(HEAT.length - 1, Math.floor(at) + 1)]]
    const [red, green, blue] = low.map((one, index) => one + (high[index] - one) * (at % 1))
    return (red | (green << 8) | (blue << 16) | (185 << 24)) >>> 0
  }
  const of = Uint32Array.from(away, colour)
  return level.tinted((room) => of[room], (wall) => of[level.edges[2 * wall]])
}

function deadEnds(level) {
  const dead = new Uint8Array(level.rooms)
  for (const room of level.analysis?.dead ?? []) dead[room] = 1
  return level.tinted((room) => (dead[room] ? 0xb4a02fe0 : 0), () => 0)
}

// Everything that is not there yet at a time of the replay, in the colour of the stage; what came just now shines.
export function veil(level, time, ground, fresh) {
  const step = Math.max(1, level.end / 200)
  const colour = (when) => (when > time ? ground : when > time - step && time < level.end ? fresh : 0)
  return level.tinted((room) => (level.roomTime[room] > time ? ground : 0), (wall) => (level.wallTime[wall] === NEVER ? 0 : colour(level.wallTime[wall])))
}

// Draws a layer of lines; says how many walls were too many to draw.
export function drawLines(context, level, layer, sight, time) {
  const kept = (level.lines ??= {})
  kept[layer.key] ??= level.bucketed(layer.lines(level))
  const walls = inSight(kept[layer.key], sight)
  if (walls.length > MOST_LINES) return walls.length
  context.beginPath()
  for (const wall of walls) {
    if (layer.key !== "graph" && level.wallTime[wall] > time) continue
    const [x1, y1, x2, y2] = level.ends(wall)
    context.moveTo((x1 - sight.left) * sight.wide, (y1 - sight.top) * sight.high)
    context.lineTo((x2 - sight.left) * sight.wide, (y2 - sight.top) * sight.high)
  }
  stroke(context, layer, sight)
  return 0
}

export function drawPath(context, level, layer, sight) {
  const rooms = layer.path(level)
  context.beginPath()
  for (const room of rooms) {
    const [x, y] = [level.places[2 * room] + 0.5, level.places[2 * room + 1] + 0.5]
    context.lineTo((x - sight.left) * sight.wide, (y - sight.top) * sight.high)
  }
  stroke(context, layer, sight)
}

function stroke(context, { colour, thick }, { wide, ratio }) {
  context.lineCap = context.lineJoin = "round"
  context.strokeStyle = colour
  context.lineWidth = Math.max(1.5 * ratio, Math.min(thick * wide, 6 * ratio))
  context.stroke()
}

function inSight({ buckets, across, cell }, { left, top, wide, high, width, height }) {
  const found = new Set()
  for (let by = Math.floor(top / cell); by * cell < top + height / high; by++) {
    for (let bx = Math.max(0, Math.floor(left / cell)); bx < across && bx * cell < left + width / wide; bx++) {
      for (const wall of buckets.get(by * across + bx) ?? []) found.add(wall)
      if (found.size > MOST_LINES) return { length: found.size }
    }
  }
  return Array.from(found)
}
