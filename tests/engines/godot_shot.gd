extends SceneTree
# godot --path PROJECT --script godot_shot.gd -- SCENE FILE.png WIDTH HEIGHT : the scene, drawn at its own size.


func _initialize() -> void:
	var words := OS.get_cmdline_user_args()
	var view := SubViewport.new()
	view.size = Vector2i(int(words[2]), int(words[3]))
	view.transparent_bg = true
	view.render_target_update_mode = SubViewport.UPDATE_ALWAYS
	root.add_child(view)
	view.add_child(load(words[0]).instantiate())
	for i in 3:
		await process_frame
	await RenderingServer.frame_post_draw
	print("SAVED ", view.get_texture().get_image().save_png(words[1]))
	quit()
