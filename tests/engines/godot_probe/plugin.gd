@tool
extends EditorPlugin
# Prints a line `DOCK {json}` for each step, then ends the editor. LEVELGEN_COMMAND is the command to run.


func _enter_tree() -> void:
	if OS.get_environment("LEVELGEN_COMMAND").is_empty():
		return
	_drive.call_deferred()


func _drive() -> void:
	var files := EditorInterface.get_resource_filesystem()
	while files.is_scanning():
		await get_tree().process_frame
	var dock: Control = EditorInterface.get_base_control().find_children("levelgen", "VBoxContainer", true, false)[0]
	dock.refresh()
	var names := []
	for index in dock.recipes.item_count:
		names.append(dock.recipes.get_item_text(index))
	print("DOCK ", JSON.stringify({"recipes": names}))
	var settings := EditorInterface.get_editor_settings()
	for step: Array in [["no-such-command", ""], ["/no/such/command", ""], [OS.get_environment("LEVELGEN_COMMAND"), "77"],
			[OS.get_environment("LEVELGEN_COMMAND"), ""]]:
		settings.set_setting("levelgen/command", step[0])
		dock.seed_edit.text = step[1]
		dock.build()
		while dock.build_button.disabled:
			await get_tree().process_frame
		var picture: Texture2D = dock.picture.texture
		print("DOCK ", JSON.stringify({"report": dock.report.text, "picture": [] if picture == null else [picture.get_width(), picture.get_height()]}))
	for calm in 30: # an editor that ends while it scans for the new files says so in a warning
		while files.is_scanning():
			await get_tree().process_frame
		await get_tree().process_frame
	get_tree().quit()
