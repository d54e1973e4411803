extends SceneTree
# godot --headless --path PROJECT --script godot_dump.gd -- SCENE... : prints a line `DUMP {json}` for each scene.
# A path that ends in `?run` is a .tmj, loaded at run time by LevelgenMap instead.


func _initialize() -> void:
	for path in OS.get_cmdline_user_args():
		var node: Node = null
		var report := {"path": path}
		if path.ends_with("?run"):
			node = load("res://addons/levelgen/levelgen_map.gd").load(path.trim_suffix("?run"))
			var shares := []
			node.progress.connect(func(share: float) -> void: shares.append(share))
			node.milliseconds_a_frame = 1.0
			root.add_child(node)
			if not node.loaded:
				await node.finished
			report.shares = shares
		else:
			var scene: PackedScene = load(path)
			if scene != null:
				node = scene.instantiate()
				root.add_child(node)
		if node != null:
			report.merge(_report(node))
			node.queue_free()
			await process_frame
		print("DUMP ", JSON.stringify(report))
	quit()


func _report(node: Node) -> Dictionary:
	var report := {"name": node.name, "class": node.get_class(), "meta": _meta(node), "layers": [], "marks": []}
	var todo := node.get_children()
	while not todo.is_empty():
		var child: Node = todo.pop_front()
		todo = child.get_children() + todo
		if child is TileMapLayer:
			report.layers.append({"name": child.name, "meta": _meta(child), "cells": _cells(child)})
		elif child is Marker2D:
			report.marks.append({
				"name": child.name, "parent": child.get_parent().name, "meta": _meta(child),
				"position": [child.position.x, child.position.y], "groups": child.get_groups(),
			})
	return report


func _cells(layer: TileMapLayer) -> Array:
	var cells := []
	for at in layer.get_used_cells():
		var atlas := layer.get_cell_atlas_coords(at)
		var data := layer.get_cell_tile_data(at)
		cells.append([
			at.x, at.y, layer.get_cell_source_id(at), atlas.x, atlas.y, layer.get_cell_alternative_tile(at) & 0x7000,
			data.get_custom_data("role"), data.get_collision_polygons_count(0),
			Array(data.get_collision_polygon_points(0, 0)).map(func(p: Vector2) -> Array: return [p.x, p.y])
				if data.get_collision_polygons_count(0) else [],
		])
	return cells


func _meta(node: Node) -> Dictionary:
	var meta := {}
	for key in node.get_meta_list():
		meta[key] = node.get_meta(key)
	return meta
