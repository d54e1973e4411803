@tool
extends VBoxContainer
## The dock: lists the project's recipes, builds one by a seed, and shows its picture.

const COMMAND_SETTING := "levelgen/command"
const FOLDER_SETTING := "folder"
const SECTION := "levelgen"
const NO_RECIPES := "No recipes in this project: a recipe is a .yaml file that begins with 'levelgen: 1'."

var recipes := ItemList.new()
var seed_edit := LineEdit.new()
var folder_edit := LineEdit.new()
var build_button := Button.new()
var report := Label.new()
var picture := TextureRect.new()
var _thread: Thread


func _init() -> void:
	_prepare_setting()
	recipes.size_flags_vertical = Control.SIZE_EXPAND_FILL
	recipes.custom_minimum_size.y = 80.0
	seed_edit.placeholder_text = "seed: the recipe's own"
	folder_edit.text = EditorInterface.get_editor_settings().get_project_metadata(SECTION, FOLDER_SETTING, "res://levels")
	folder_edit.tooltip_text = "The folder that levels are written to"
	build_button.text = "Build"
	report.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	picture.expand_mode = TextureRect.EXPAND_IGNORE_SIZE
	picture.stretch_mode = TextureRect.STRETCH_KEEP_ASPECT_CENTERED
	picture.texture_filter = CanvasItem.TEXTURE_FILTER_NEAREST
	picture.custom_minimum_size.y = 160.0
	for control: Control in [recipes, seed_edit, folder_edit, build_button, report, picture]:
		add_child(control)
	build_button.pressed.connect(build)
	recipes.item_selected.connect(_show_picture_of)


func _enter_tree() -> void:
	var files := EditorInterface.get_resource_filesystem()
	if not files.filesystem_changed.is_connected(refresh):
		files.filesystem_changed.connect(refresh)
	refresh()


func _exit_tree() -> void:
	var files := EditorInterface.get_resource_filesystem()
	if files.filesystem_changed.is_connected(refresh):
		files.filesystem_changed.disconnect(refresh)
	if _thread != null:
		_thread.wait_to_finish()
		_thread = null


## Lists the recipes anew: YAML files that begin with the key `levelgen`.
func refresh() -> void:
	var chosen := chosen_recipe()
	recipes.clear()
	for path in _find_recipes("res://"):
		var index := recipes.add_item(path.trim_prefix("res://"))
		if path == chosen:
			recipes.select(index)
	if recipes.item_count > 0 and not recipes.is_anything_selected():
		recipes.select(0)
	build_button.disabled = recipes.item_count == 0 or _thread != null
	if recipes.item_count == 0:
		report.text = NO_RECIPES
	elif report.text == NO_RECIPES:
		report.text = ""


## The path of the chosen recipe, or "".
func chosen_recipe() -> String:
	var chosen := recipes.get_selected_items()
	return "" if chosen.is_empty() else "res://" + recipes.get_item_text(chosen[0])


## Builds the chosen recipe in a thread; the report then says what came of it.
func build() -> void:
	if _thread != null or chosen_recipe().is_empty():
		return
	EditorInterface.get_editor_settings().set_project_metadata(SECTION, FOLDER_SETTING, folder_edit.text)
	build_button.disabled = true
	report.text = "Building %s …" % chosen_recipe().trim_prefix("res://")
	_thread = Thread.new()
	_thread.start(_run.bind(_command(), _arguments()))


func _command() -> String:
	return str(EditorInterface.get_editor_settings().get_setting(COMMAND_SETTING))


func _arguments() -> PackedStringArray:
	var recipe := ProjectSettings.globalize_path(chosen_recipe())
	var arguments := PackedStringArray(["build", recipe, "--out", ProjectSettings.globalize_path(folder_edit.text)])
	if not seed_edit.text.strip_edges().is_empty():
		arguments.append_array(["--seed", seed_edit.text.strip_edges()])
	return arguments


func _run(command: String, arguments: PackedStringArray) -> void:
	var output: Array = []
	var code := -1
	if _is_there(command):
		code = OS.execute(command, arguments, output, true)
	var text := "" if output.is_empty() else str(output[0]).strip_edges()
	_done.call_deferred(command, code, text)


## Looked for first, as what the system says of a missing command differs from one to the next.
func _is_there(command: String) -> bool:
	if command.is_absolute_path():
		return FileAccess.file_exists(command)
	var windows := OS.get_name() == "Windows"
	for folder in OS.get_environment("PATH").split(";" if windows else ":", false):
		for ending: String in (["", ".exe", ".bat", ".cmd"] if windows else [""]):
			if FileAccess.file_exists(folder.path_join(command + ending)):
				return true
	return false


func _done(command: String, code: int, output: String) -> void:
	_thread.wait_to_finish()
	_thread = null
	build_button.disabled = false
	if code == -1:
		report.text = (
			"The command '%s' was not found. Install it by 'pip install levelgen', or write its path into "
			+ "Editor > Editor Settings > Levelgen > Command."
		) % command
		return
	report.text = output
	EditorInterface.get_resource_filesystem().scan()
	if code == 0:
		_show_picture(_built_level(output))


## The name of the level, from the line that `levelgen build` prints of it: "caves (seed 14): ...".
func _built_level(output: String) -> String:
	for line in output.split("\n"):
		if " (seed " in line:
			return line.get_slice(" (seed ", 0)
	return ""


func _show_picture_of(_index: int) -> void:
	_show_picture(chosen_recipe().get_file().get_basename())


## Shows NAME.png of the output folder, where the recipe has the exporter `picture`.
func _show_picture(level: String) -> void:
	var path := ProjectSettings.globalize_path(folder_edit.text.path_join(level + ".png"))
	var image := Image.load_from_file(path) if FileAccess.file_exists(path) else null
	picture.texture = null if image == null else ImageTexture.create_from_image(image)


func _prepare_setting() -> void:
	var settings := EditorInterface.get_editor_settings()
	if not settings.has_setting(COMMAND_SETTING):
		settings.set_setting(COMMAND_SETTING, "levelgen")
	settings.set_initial_value(COMMAND_SETTING, "levelgen", false)
	settings.add_property_info({"name": COMMAND_SETTING, "type": TYPE_STRING, "hint": PROPERTY_HINT_GLOBAL_FILE})


func _find_recipes(start: String) -> PackedStringArray:
	var found := PackedStringArray()
	var folders := [start]
	while not folders.is_empty():
		var folder: String = folders.pop_back()
		for file in DirAccess.get_files_at(folder):
			if file.get_extension() in ["yaml", "yml"] and _is_recipe(folder.path_join(file)):
				found.append(folder.path_join(file))
		for inner in DirAccess.get_directories_at(folder):
			if not inner.begins_with("."):
				folders.append(folder.path_join(inner))
	found.sort()
	return found


func _is_recipe(path: String) -> bool:
	for line in FileAccess.get_file_as_string(path).split("\n"):
		if line.begins_with("levelgen:"):
			return true
	return false
