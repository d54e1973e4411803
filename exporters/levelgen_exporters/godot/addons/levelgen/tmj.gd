@tool
extends RefCounted
## A Tiled JSON map (.tmj) as plain data. Touches no node and no texture, so that a thread may parse it.

const FLIP_H := 1 << 31
const FLIP_V := 1 << 30
const FLIP_DIAGONAL := 1 << 29
const NUMBER := FLIP_DIAGONAL - 1
const MOST_CELLS := 1 << 27

var path: String
## What is wrong, in one line, after parse() failed.
var message := ""
## Pixels of a cell.
var tile_size := Vector2i.ONE
## The cells of all layers: from `rect.position`, row by row.
var rect := Rect2i()
var properties := {}
## firstgid (int), tiles (int), columns (int), margin, spacing, tile_size, image, name, roles and solid: id -> value.
var tilesets: Array[Dictionary] = []
## type "tiles", "objects" or "group", name, parent (index, -1 for none), visible, opacity, offset, properties;
## tiles: gids (PackedInt64Array over rect), other (PackedByteArray: cells that collide the other way); objects: objects.
var layers: Array[Dictionary] = []


func _init(map_path: String) -> void:
	path = map_path


## Reads the file; on failure `message` says what is wrong.
func parse() -> Error:
	var map := _document(path, "map")
	if not message.is_empty():
		return ERR_PARSE_ERROR
	if map.get("orientation", "orthogonal") != "orthogonal":
		return _wrong("%s maps cannot be imported, only orthogonal ones" % map.get("orientation"))
	tile_size = Vector2i(int(map.get("tilewidth", 0)), int(map.get("tileheight", 0)))
	if tile_size.x < 1 or tile_size.y < 1:
		return _wrong("tilewidth and tileheight must be at least 1")
	properties = _properties(map)
	for tileset: Dictionary in map.get("tilesets", []):
		_add_tileset(tileset)
	var flat := _flat(map)
	_measure(map, flat)
	if not message.is_empty():
		return ERR_PARSE_ERROR
	for layer in flat:
		_add_layer(layer)
	if message.is_empty():
		_find_other_ways()
	return OK if message.is_empty() else ERR_PARSE_ERROR


## The tileset that a tile belongs to, by its number without flips: an index, or -1.
func tileset_of(number: int) -> int:
	for index in range(tilesets.size() - 1, -1, -1):
		var first: int = tilesets[index].firstgid
		if number >= first:
			var tiles: int = tilesets[index].tiles
			return index if number < first + tiles else -1
	return -1


func _document(file: String, type: String) -> Dictionary:
	var text := FileAccess.get_file_as_string(file)
	if text.is_empty():
		_wrong("cannot be read (%s)" % error_string(FileAccess.get_open_error()), file)
		return {}
	var json := JSON.new()
	if json.parse(text) != OK:
		_wrong("line %d: not JSON: %s" % [json.get_error_line() + 1, json.get_error_message()], file)
		return {}
	var data: Variant = json.data
	if not data is Dictionary:
		_wrong("not a Tiled %s" % type, file)
		return {}
	var document: Dictionary = data
	if document.get("type", type) != type:
		_wrong("not a Tiled %s" % type, file)
	return document


func _add_tileset(described: Dictionary) -> void:
	var tileset := described
	var folder := path.get_base_dir()
	if described.has("source"):
		var source: String = described.source
		var file := folder.path_join(source).simplify_path()
		if source.get_extension().to_lower() not in ["tsj", "json"]:
			_wrong("tileset %s is not JSON; in Tiled, export it as .tsj or embed it" % source)
			return
		tileset = _document(file, "tileset")
		folder = file.get_base_dir()
		if not message.is_empty():
			return
	if not tileset.has("image"):
		_wrong("tileset '%s' is a collection of images; only tilesets of one image can be imported" % tileset.get("name", ""))
		return
	var image: String = tileset.image
	var entry := {
		"firstgid": int(described.get("firstgid", 1)), "name": str(tileset.get("name", "")),
		"image": image if image.is_absolute_path() else folder.path_join(image).simplify_path(),
		"tiles": int(tileset.get("tilecount", 0)), "columns": maxi(1, int(tileset.get("columns", 1))),
		"margin": int(tileset.get("margin", 0)), "spacing": int(tileset.get("spacing", 0)),
		"tile_size": Vector2i(int(tileset.get("tilewidth", 0)), int(tileset.get("tileheight", 0))),
		"roles": {}, "solid": {},
	}
	for tile: Dictionary in tileset.get("tiles", []):
		var id := int(tile.get("id", 0))
		var role: String = tile.get("type", tile.get("class", ""))
		if not role.is_empty():
			entry.roles[id] = role
		if not _properties(tile).get("walkable", true):
			entry.solid[id] = true
	tilesets.append(entry)
	tilesets.sort_custom(func(a: Dictionary, b: Dictionary) -> bool: return a.firstgid < b.firstgid)


## All layers, those in groups too, each with its parent's index under "parent".
func _flat(map: Dictionary) -> Array[Dictionary]:
	var flat: Array[Dictionary] = []
	var waiting: Array = (map.get("layers", []) as Array).duplicate()
	waiting.reverse()
	while not waiting.is_empty():
		var layer: Dictionary = waiting.pop_back()
		if not layer.has("parent"):
			layer.parent = -1
		flat.append(layer)
		var inner: Array = (layer.get("layers", []) as Array).duplicate()
		inner.reverse()
		for child: Dictionary in inner:
			child.parent = flat.size() - 1
			waiting.append(child)
	return flat


## One rectangle for all tile layers, chunks included.
func _measure(map: Dictionary, flat: Array[Dictionary]) -> void:
	var infinite: bool = map.get("infinite", false)
	if not infinite:
		rect = Rect2i(0, 0, int(map.get("width", 0)), int(map.get("height", 0)))
	for layer in flat:
		for chunk: Dictionary in layer.get("chunks", []):
			var place := _rect_of(chunk)
			rect = place if rect.size == Vector2i.ZERO else rect.merge(place)
	if rect.size.x < 0 or rect.size.y < 0 or rect.size.x * rect.size.y > MOST_CELLS:
		_wrong("%d × %d cells are more than can be imported" % [rect.size.x, rect.size.y])


func _rect_of(chunk: Dictionary) -> Rect2i:
	return Rect2i(int(chunk.get("x", 0)), int(chunk.get("y", 0)), int(chunk.get("width", 0)), int(chunk.get("height", 0)))


func _add_layer(layer: Dictionary) -> void:
	var type: String = layer.get("type", "")
	var entry := {
		"type": {"tilelayer": "tiles", "objectgroup": "objects"}.get(type, "group"),
		"name": str(layer.get("name", type)), "parent": layer.parent, "visible": layer.get("visible", true),
		"opacity": float(layer.get("opacity", 1.0)), "properties": _properties(layer),
		"offset": Vector2(float(layer.get("offsetx", 0.0)), float(layer.get("offsety", 0.0))),
	}
	if type == "tilelayer":
		entry.gids = _gids(layer)
		entry.other = PackedByteArray()
	elif type == "objectgroup":
		entry.objects = (layer.get("objects", []) as Array).map(_object)
	layers.append(entry)


func _gids(layer: Dictionary) -> PackedInt64Array:
	if not layer.has("chunks"):
		return _unpacked(layer, layer, rect.size.x * rect.size.y)
	var gids := PackedInt64Array()
	gids.resize(rect.size.x * rect.size.y)
	for chunk: Dictionary in layer.chunks:
		var place := _rect_of(chunk)
		var part := _unpacked(chunk, layer, place.size.x * place.size.y)
		if not message.is_empty():
			return gids
		var corner := place.position - rect.position
		for index in part.size():
			@warning_ignore("integer_division")
			var row := index / place.size.x
			gids[(corner.y + row) * rect.size.x + corner.x + index - row * place.size.x] = part[index]
	return gids


func _unpacked(holder: Dictionary, layer: Dictionary, cells: int) -> PackedInt64Array:
	var data: Variant = holder.get("data", [])
	var gids := PackedInt64Array()
	if data is Array:
		var numbers: Array = data
		gids = PackedInt64Array(numbers)
	elif data is String:
		var text: String = data
		gids = _from_bytes(Marshalls.base64_to_raw(text), str(layer.get("compression", "")), cells)
	if message.is_empty() and gids.size() != cells:
		_wrong("layer '%s' has %d tiles instead of %d" % [layer.get("name", ""), gids.size(), cells])
	return gids


func _from_bytes(packed: PackedByteArray, compression: String, cells: int) -> PackedInt64Array:
	var modes := {
		"zlib": FileAccess.COMPRESSION_DEFLATE, "gzip": FileAccess.COMPRESSION_GZIP, "zstd": FileAccess.COMPRESSION_ZSTD,
	}
	var bytes := packed
	if modes.has(compression):
		var mode: int = modes[compression]
		bytes = packed.decompress(cells * 4, mode)
	elif not compression.is_empty():
		_wrong("layer compression '%s' is unknown" % compression)
	var numbers := bytes.to_int32_array()
	var gids := PackedInt64Array()
	gids.resize(numbers.size())
	for index in numbers.size():
		gids[index] = numbers[index] & 0xFFFFFFFF
	return gids


## An object by its middle: a tile object is anchored at its bottom left corner, all others at the top left one.
func _object(thing: Dictionary) -> Dictionary:
	var size := Vector2(float(thing.get("width", 0.0)), float(thing.get("height", 0.0)))
	var middle := size / 2.0
	if thing.has("gid"):
		middle.y = -middle.y
	var turn := deg_to_rad(float(thing.get("rotation", 0.0)))
	var kind: String = thing.get("type", thing.get("class", ""))
	var name_of: String = thing.get("name", "")
	var entry := {
		"name": name_of if not name_of.is_empty() else (kind if not kind.is_empty() else str(int(thing.get("id", 0)))),
		"kind": kind, "rotation": turn, "visible": thing.get("visible", true), "properties": _properties(thing),
		"position": Vector2(float(thing.get("x", 0.0)), float(thing.get("y", 0.0))) + middle.rotated(turn),
	}
	if size != Vector2.ZERO and not thing.has("gid"):
		entry.properties["size"] = size
	for shape: String in ["polygon", "polyline"]:
		if thing.has(shape):
			var points := PackedVector2Array()
			for point: Dictionary in thing[shape]:
				points.append(Vector2(float(point.x), float(point.y)))
			entry.properties[shape] = points
	return entry


## Name -> value; whole numbers, which JSON.parse makes floats, become whole again.
func _properties(holder: Dictionary) -> Dictionary:
	var found := {}
	for property: Dictionary in holder.get("properties", []):
		var value: Variant = property.get("value")
		if property.get("type", "string") in ["int", "object"]:
			value = int(str(value).to_float())
		found[str(property.get("name", ""))] = value
	return found


## The highest layer that has a tile decides whether one can walk there: a tile that cannot be walked on does not
## collide where a walkable one lies over it, such as water under a bridge.
func _find_other_ways() -> void:
	var covered := PackedByteArray()
	covered.resize(rect.size.x * rect.size.y)
	var solid := {}
	for tileset in tilesets:
		var ids: Dictionary = tileset.solid
		var first: int = tileset.firstgid
		for id: int in ids:
			solid[first + id] = true
	var seen := false
	for at in range(layers.size() - 1, -1, -1):
		var layer := layers[at]
		if layer.type != "tiles" or not layer.visible:
			continue
		layer.other = _other_ways(layer.gids as PackedInt64Array, solid, covered, seen)
		seen = true


## 1 for each tile that collides otherwise than by itself; `covered` notes 1 and 2 where a layer so far decided.
func _other_ways(gids: PackedInt64Array, solid: Dictionary, covered: PackedByteArray, seen: bool) -> PackedByteArray:
	var other := PackedByteArray()
	var most := 0
	for key: int in solid:
		most = maxi(most, key)
	var blocks := PackedByteArray()
	blocks.resize(most + 1)
	for key: int in solid:
		blocks[key] = 1
	for index in gids.size():
		var number := gids[index] & NUMBER
		if number == 0:
			continue
		var blocked := number <= most and blocks[number] == 1
		if seen and blocked and covered[index] == 1:
			if other.is_empty():
				other.resize(gids.size())
			other[index] = 1
		if covered[index] == 0:
			covered[index] = 2 if blocked else 1
	return other


func _wrong(what: String, file := path) -> Error:
	if message.is_empty():
		message = "%s: %s" % [file, what]
	return ERR_PARSE_ERROR
