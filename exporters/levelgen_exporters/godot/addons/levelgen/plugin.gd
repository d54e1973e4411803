@tool
extends EditorPlugin
## Adds to the editor: the import of .tmj maps, and the dock that builds recipes.

const Importer := preload("import_tmj.gd")
const Dock := preload("dock.gd")

var _importer: EditorImportPlugin
var _dock: Control


func _enter_tree() -> void:
	_importer = Importer.new()
	add_import_plugin(_importer)
	_dock = Dock.new()
	_dock.name = "levelgen"
	add_control_to_dock(EditorPlugin.DOCK_SLOT_RIGHT_UL, _dock)


func _exit_tree() -> void:
	remove_import_plugin(_importer)
	_importer = null
	remove_control_from_docks(_dock)
	_dock.queue_free()
	_dock = null
