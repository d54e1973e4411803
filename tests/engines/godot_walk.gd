extends SceneTree
# godot --path PROJECT --script godot_walk.gd : plays the main scene, walks by the arrow keys, prints where the player is.


func _initialize() -> void:
	var main: Node = load(ProjectSettings.get_setting("application/run/main_scene")).instantiate()
	root.add_child(main)
	await process_frame
	var player: CharacterBody2D = main.get_node("Player")
	print("AT ", player.global_position)
	for action in ["ui_right", "ui_down", "ui_left", "ui_up"]:
		Input.action_press(action)
		for i in 240:
			await physics_frame
		Input.action_release(action)
		print("AT ", player.global_position)
	quit()
