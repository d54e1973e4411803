// An edit by hand, made by Tiled itself: tiled --evaluate edit.js MAP RESULT X,Y,TILE… KIND+DX…
// X,Y,TILE paints a tile (by its number in the first tileset, -1 for none) on layer `walls`; KIND+DX moves the first
// object of a class so many pixels to the right; a chest of the team's own is added at 1,1.
var words = tiled.scriptArguments;
var format = tiled.mapFormat("json");
var map = format.read(words[0]);
var layers = {};
for (var i = 0; i < map.layerCount; ++i) layers[map.layerAt(i).name] = map.layerAt(i);
var walls = layers["walls"].edit();
var marks = layers["marks"];
for (var n = 2; n < words.length; ++n) {
  var cell = words[n].split(","), move = words[n].split("+");
  if (cell.length == 3) {
    var tile = Number(cell[2]);
    walls.setTile(Number(cell[0]), Number(cell[1]), tile < 0 ? null : map.tilesets[0].tile(tile));
  } else {
    var thing = marks.objects.filter(function (o) { return (o.className || o.type) == move[0]; })[0];
    thing.x += Number(move[1]);
  }
}
walls.apply();
var chest = new MapObject(MapObject.Point, "the old chest");
chest.className = "chest";
chest.x = 24;
chest.y = 24;
chest.setProperty("gold", 7);
marks.addObject(chest);
map.setProperty("team", "A");
format.write(map, words[1]);
