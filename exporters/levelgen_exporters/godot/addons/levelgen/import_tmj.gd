@tool
extends EditorImportPlugin
## Imports a Tiled JSON map as a scene: a TileMapLayer for each tile layer, a Marker2D for each object.

const Tmj := preload("tmj.gd")
const Builder := preload("builder.gd")


func _get_importer_name() -> String:
	return "levelgen.tmj"


func _get_visible_name() -> String:
	return "Level (Tiled JSON)"


func _get_recognized_extensions() -> PackedStringArray:
	return PackedStringArray(["tmj"])


func _get_save_extension() -> String:
	return "scn"


func _get_resource_type() -> String:
	return "PackedScene"


func _get_priority() -> float:
	return 1.0


func _get_import_order() -> int:
	return 100 # after the textures that maps use


func _get_format_version() -> int:
	return 1


func _can_import_threaded() -> bool:
	return false


func _get_preset_count() -> int:
	return 1


func _get_preset_name(_preset: int) -> String:
	return "Default"


func _get_import_options(_path: String, _preset: int) -> Array[Dictionary]:
	return []


func _get_option_visibility(_path: String, _option: StringName, _options: Dictionary) -> bool:
	return true


func _import(source: String, save_path: String, _options: Dictionary, _variants: Array[String], _made: Array[String]) -> Error:
	var map := Tmj.new(source)
	if map.parse() != OK:
		push_error("levelgen: %s" % map.message)
		return ERR_PARSE_ERROR
	var root := Node2D.new()
	root.name = source.get_file().get_basename().validate_node_name()
	var builder := Builder.new(map, root)
	if not builder.message.is_empty():
		push_error("levelgen: %s" % builder.message)
		root.free()
		return ERR_CANT_CREATE
	builder.fill_all()
	var scene := PackedScene.new()
	var error := scene.pack(root)
	root.free()
	return error if error != OK else ResourceSaver.save(scene, "%s.%s" % [save_path, _get_save_extension()])
