@tool
extends RefCounted
## The nodes of a parsed map: made empty at once, then filled block by block.

const Tmj := preload("tmj.gd")
const BLOCK := 16 # the side of a TileMapLayer's own quadrants: each is drawn anew once, not once a row
const OTHER_WAY := 1

## What is wrong, in one line; empty when all is well.
var message := ""
var _map: Tmj
var _tile_set := TileSet.new()
var _work: Array[Dictionary] = [] # layer (TileMapLayer), gids, other
var _layer := 0
var _block := 0
var _blocks := Vector2i.ZERO


func _init(map: Tmj, root: Node2D) -> void:
	_map = map
	@warning_ignore("integer_division")
	_blocks = (map.rect.size + Vector2i(BLOCK - 1, BLOCK - 1)) / BLOCK
	_make_tile_set()
	for key: String in map.properties:
		root.set_meta(_identifier(key), map.properties[key])
	var made: Array[Node2D] = []
	for entry in map.layers:
		var parent_index: int = entry.parent
		made.append(_add(entry, root, root if parent_index < 0 else made[parent_index]))


## From 0 to 1.
func share() -> float:
	var total := _work.size() * _blocks.x * _blocks.y
	return 1.0 if total == 0 else float(_layer * _blocks.x * _blocks.y + _block) / total


## Fills until the time is over; true when all cells are there.
func fill_for(microseconds: int) -> bool:
	var end := Time.get_ticks_usec() + microseconds
	while _layer < _work.size():
		_fill_block()
		if Time.get_ticks_usec() >= end:
			break
	return _layer >= _work.size()


## Fills all cells.
func fill_all() -> void:
	while not fill_for(1_000_000):
		pass


func _fill_block() -> void:
	var total := _blocks.x * _blocks.y
	if _block >= total:
		_layer += 1
		_block = 0
		return
	@warning_ignore("integer_division")
	var corner := Vector2i(_block % _blocks.x, _block / _blocks.x) * BLOCK
	var size := (_map.rect.size - corner).min(Vector2i(BLOCK, BLOCK))
	var work := _work[_layer]
	_fill_cells(work.layer as TileMapLayer, work.gids as PackedInt64Array, work.other as PackedByteArray, Rect2i(corner, size))
	_block += 1


func _fill_cells(layer: TileMapLayer, gids: PackedInt64Array, other: PackedByteArray, cells: Rect2i) -> void:
	var known := 0
	var source: Dictionary = {}
	for y in range(cells.position.y, cells.end.y):
		for x in range(cells.position.x, cells.end.x):
			var index := y * _map.rect.size.x + x
			var gid := gids[index]
			if gid == 0:
				continue
			var number := gid & Tmj.NUMBER
			if number != known:
				known = number
				source = _place(number)
			if source.is_empty():
				continue
			var alternative := 0 if other.is_empty() else int(other[index]) * OTHER_WAY
			if gid > Tmj.NUMBER:
				alternative |= _transform(gid)
			layer.set_cell(_map.rect.position + Vector2i(x, y), int(source.source), source.at as Vector2i, alternative)


## Source and atlas coordinates of a tile; empty for one that is in no tileset.
func _place(number: int) -> Dictionary:
	var index := _map.tileset_of(number)
	if index < 0:
		return {}
	var tileset := _map.tilesets[index]
	var first: int = tileset.firstgid
	var columns: int = tileset.columns
	@warning_ignore("integer_division")
	return {"source": index, "at": Vector2i((number - first) % columns, (number - first) / columns)}


func _transform(gid: int) -> int:
	var bits := 0
	if gid & Tmj.FLIP_H:
		bits |= TileSetAtlasSource.TRANSFORM_FLIP_H
	if gid & Tmj.FLIP_V:
		bits |= TileSetAtlasSource.TRANSFORM_FLIP_V
	if gid & Tmj.FLIP_DIAGONAL:
		bits |= TileSetAtlasSource.TRANSFORM_TRANSPOSE
	return bits


func _make_tile_set() -> void:
	_tile_set.tile_size = _map.tile_size
	_tile_set.add_physics_layer()
	_tile_set.add_custom_data_layer()
	_tile_set.set_custom_data_layer_name(0, "role")
	_tile_set.set_custom_data_layer_type(0, TYPE_STRING)
	for index in _map.tilesets.size():
		_add_source(_map.tilesets[index], index)


func _add_source(tileset: Dictionary, index: int) -> void:
	var image: String = tileset.image
	var texture := _texture(image)
	if texture == null:
		message = "%s: the image %s of tileset '%s' cannot be read" % [_map.path, image, tileset.name]
		return
	var source := TileSetAtlasSource.new()
	source.resource_name = tileset.name
	source.texture = texture
	source.texture_region_size = tileset.tile_size
	source.margins = Vector2i.ONE * int(tileset.margin)
	source.separation = Vector2i.ONE * int(tileset.spacing)
	_tile_set.add_source(source, index)
	var columns: int = tileset.columns
	var grid := source.get_atlas_grid_size()
	var tiles: int = tileset.tiles
	for id in tiles:
		@warning_ignore("integer_division")
		var at := Vector2i(id % columns, id / columns)
		if at.x >= grid.x or at.y >= grid.y:
			message = "%s: tile %d of tileset '%s' lies outside of its image" % [_map.path, id, tileset.name]
			return
		source.create_tile(at)
		source.create_alternative_tile(at, OTHER_WAY)
		_describe(source.get_tile_data(at, 0), tileset, id, false)
		_describe(source.get_tile_data(at, OTHER_WAY), tileset, id, true)


func _describe(data: TileData, tileset: Dictionary, id: int, other: bool) -> void:
	var solid: Dictionary = tileset.solid
	var roles: Dictionary = tileset.roles
	data.set_custom_data_by_layer_id(0, roles.get(id, ""))
	if solid.has(id) == other:
		return
	var half := Vector2(tileset.tile_size as Vector2i) / 2.0
	var square := PackedVector2Array([-half, Vector2(half.x, -half.y), half, Vector2(-half.x, half.y)])
	data.add_collision_polygon(0)
	data.set_collision_polygon_points(0, 0, square)


## An imported texture, or, in games, an image file as it is.
func _texture(path: String) -> Texture2D:
	if ResourceLoader.exists(path, "Texture2D"):
		return load(path) as Texture2D
	if not FileAccess.file_exists(path):
		return null
	var image := Image.load_from_file(path)
	return null if image == null else ImageTexture.create_from_image(image)


func _add(entry: Dictionary, root: Node2D, parent: Node2D) -> Node2D:
	var node := TileMapLayer.new() if entry.type == "tiles" else Node2D.new()
	node.visible = entry.visible
	node.position = entry.offset
	var opacity: float = entry.opacity
	node.modulate.a = opacity
	_name(node, str(entry.name), root, parent)
	_set_metadata(node, entry.properties as Dictionary)
	if entry.type == "tiles":
		var layer: TileMapLayer = node
		layer.tile_set = _tile_set
		_work.append({"layer": layer, "gids": entry.gids, "other": entry.other})
	elif entry.type == "objects":
		for thing: Dictionary in entry.objects:
			_add_marker(thing, root, node)
	return node


func _add_marker(thing: Dictionary, root: Node2D, parent: Node2D) -> void:
	var marker := Marker2D.new()
	marker.position = thing.position
	marker.rotation = thing.rotation
	marker.visible = thing.visible
	_name(marker, str(thing.name), root, parent)
	_set_metadata(marker, thing.properties as Dictionary)
	var kind: String = thing.kind
	if not kind.is_empty():
		marker.set_meta(&"kind", kind)
		marker.add_to_group(kind, true)


## Named before it is added: brothers of one name are counted from 2.
func _name(node: Node2D, wanted: String, root: Node2D, parent: Node2D) -> void:
	var plain := wanted.validate_node_name()
	node.name = plain if not plain.is_empty() else "layer"
	parent.add_child(node, true)
	node.owner = root


func _set_metadata(node: Node2D, values: Dictionary) -> void:
	for key: String in values:
		node.set_meta(_identifier(key), values[key])


## A key in which all but ASCII letters, digits and `_` have become `_`, as Godot takes no others.
func _identifier(key: String) -> StringName:
	var plain := ""
	for letter in key:
		plain += letter if letter == "_" or (letter.unicode_at(0) < 128 and ("a" + letter).is_valid_identifier()) else "_"
	return StringName(plain if plain.is_valid_identifier() else "_" + plain)
