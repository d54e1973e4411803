<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="levelgen" tilewidth="16" tileheight="16" tilecount="128" columns="8" margin="0" spacing="0">
<image source="levelgen_tiles.png" width="128" height="256"/>
<tile id="0" type="floor">
<properties>
<property name="walkable" type="bool" value="true"/>
</properties>
</tile>
<tile id="1" type="wall">
<properties>
<property name="walkable" type="bool" value="false"/>
</properties>
</tile>
<tile id="2" type="door">
<properties>
<property name="walkable" type="bool" value="true"/>
</properties>
</tile>
</tileset>
