extends SceneTree
# godot --headless --path PROJECT --script godot_terrain.gd -- SCENE LAYER : paints the layer's cells anew, all as the
# terrain 0 of set 0, and prints a line `TERRAIN {json}`: how many cells inside
# the border then have another tile than before. (At the border Godot sees nothing where levelgen sees more of the same.)


func _initialize() -> void:
	var words := OS.get_cmdline_user_args()
	var level: Node = load(words[0]).instantiate()
	var layer: TileMapLayer = level.get_node(words[1])
	var before := {}
	for at in layer.get_used_cells():
		before[at] = layer.get_cell_atlas_coords(at)
	layer.clear()
	layer.set_cells_terrain_connect(before.keys(), 0, 0)
	var differ := 0
	var inner := layer.get_used_rect().grow(-1)
	for at: Vector2i in before:
		differ += int(inner.has_point(at) and before[at] != layer.get_cell_atlas_coords(at))
	var names := []
	for set_of in layer.tile_set.get_terrain_sets_count():
		names.append(layer.tile_set.get_terrain_name(set_of, 0))
	print("TERRAIN ", JSON.stringify({"names": names, "cells": before.size(), "differ": differ}))
	level.free()
	quit()
