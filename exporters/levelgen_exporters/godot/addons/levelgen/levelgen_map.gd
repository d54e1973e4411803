class_name LevelgenMap
extends Node2D
## A level from a .tmj file, loaded while the game runs.
##
## [codeblock]
## var level := LevelgenMap.load("user://caves.tmj")
## level.progress.connect(func(share: float) -> void: bar.value = share)
## add_child(level)
## await level.finished
## [/codeblock]
## The file is read in a thread, and the cells are set a few milliseconds a frame, so that the game goes on.

## How much is there, from 0 to 1; each frame while the level is being filled.
signal progress(share: float)
## All nodes and cells are there.
signal finished
## The file is no map that can be loaded; the message says why.
signal failed(message: String)

const Tmj := preload("tmj.gd")
const Builder := preload("builder.gd")

## Milliseconds a frame that filling may take.
@export var milliseconds_a_frame := 4.0
## Whether all cells are there.
var loaded := false
var _map: Tmj
var _builder: Builder
var _task := -1


## A level that fills itself once it is in the tree; null, with an error, when there is no such file.
static func load(path: String) -> LevelgenMap:
	if not FileAccess.file_exists(path) and not ResourceLoader.exists(path):
		push_error("levelgen: there is no file %s" % path)
		return null
	var level := LevelgenMap.new()
	level.name = path.get_file().get_basename().validate_node_name()
	level._map = Tmj.new(path)
	return level


## Reads and fills the level now, without waiting for frames; OK, or an error after `failed`.
func load_now() -> Error:
	if loaded:
		return OK
	if _task < 0:
		_map.parse()
	_on_parsed()
	if _builder == null:
		return ERR_PARSE_ERROR
	_builder.fill_all()
	_finish()
	return OK


func _ready() -> void:
	set_process(not loaded and _map != null)
	if loaded or _map == null:
		return
	if not FileAccess.file_exists(_map.path):
		_take_imported()
	elif _task < 0 and _builder == null:
		_task = WorkerThreadPool.add_task(_map.parse, false, "levelgen: read %s" % _map.path)


func _process(_delta: float) -> void:
	if _builder == null:
		if _task < 0 or not WorkerThreadPool.is_task_completed(_task):
			return
		_on_parsed()
		if _builder == null:
			return
	var done := _builder.fill_for(int(milliseconds_a_frame * 1000.0))
	progress.emit(_builder.share())
	if done:
		_finish()


func _exit_tree() -> void:
	if _task >= 0:
		WorkerThreadPool.wait_for_task_completion(_task)


func _on_parsed() -> void:
	if _task >= 0:
		WorkerThreadPool.wait_for_task_completion(_task)
		_task = -1
	if _map.message.is_empty():
		_builder = Builder.new(_map, self)
		if _builder.message.is_empty():
			return
		_map.message = _builder.message
		_builder = null
	set_process(false)
	push_error("levelgen: %s" % _map.message)
	failed.emit(_map.message)


## In an exported game a map of the project is there as the scene that the import made of it.
func _take_imported() -> void:
	var scene: PackedScene = ResourceLoader.load(_map.path)
	add_child(scene.instantiate())
	progress.emit(1.0)
	_finish()


func _finish() -> void:
	loaded = true
	set_process(false)
	finished.emit()
