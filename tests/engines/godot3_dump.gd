extends SceneTree
# godot3-server --path PROJECT --script godot3_dump.gd SCENE... : prints a line `DUMP {json}` for each scene.


func _init():
	for path in OS.get_cmdline_args():
		if path.begins_with("res://") and path.ends_with(".tscn"):
			var node = load(path).instance()
			var report = {"path": path, "name": node.name, "meta": _meta(node), "layers": [], "marks": []}
			for child in node.get_children():
				if child is TileMap:
					report.layers.append({"name": child.name, "cells": _cells(child)})
				for mark in child.get_children():
					report.marks.append({"name": mark.name, "class": mark.get_class(), "meta": _meta(mark),
						"position": [mark.position.x, mark.position.y], "groups": mark.get_groups()})
			print("DUMP ", to_json(report))
			node.free()
	quit()


func _cells(layer):
	var cells = []
	for at in layer.get_used_cells():
		var tile = layer.get_cellv(at)
		var region = layer.tile_set.tile_get_region(tile)
		var flips = [layer.is_cell_x_flipped(at.x, at.y), layer.is_cell_y_flipped(at.x, at.y), layer.is_cell_transposed(at.x, at.y)]
		cells.append([at.x, at.y, region.position.x, region.position.y, flips, layer.tile_set.tile_get_shapes(tile).size(),
			layer.tile_set.tile_get_name(tile)])
	return cells


func _meta(node):
	var meta = {}
	for key in node.get_meta_list():
		meta[key] = node.get_meta(key)
	return meta
