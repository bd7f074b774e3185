"""A mug of coffee on a kitchen table."""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import bpy
import room

room.begin(turn=200, strength=0.55)

glaze = room.Shader("glaze", (0.02, 0.11, 0.17), Roughness=0.16, Specular=0.55)
shade = glaze.ramp(glaze.noise(26, 5), [(0.35, (0.012, 0.075, 0.12)), (0.7, (0.03, 0.15, 0.21))])
# The glaze ran thin at the rim, where the clay shows.
height = glaze.node("SeparateXYZ")
glaze.links.new(glaze.place.outputs["Object"], height.inputs["Vector"])
speck = glaze.noise(900, 2)
rim = glaze.node("MapRange")
for key, value in (("From Min", 0.0905), ("From Max", 0.0945)):
    rim.inputs[key].default_value = value
glaze.links.new(height.outputs["Z"], rim.inputs["Value"])
worn = glaze.mix(rim.outputs["Result"], shade, (0.42, 0.31, 0.2))
glaze.set("Base Color", glaze.mix(glaze.ramp(speck, [(0.66, (0, 0, 0)), (0.7, (1, 1, 1))]), worn, (0.3, 0.27, 0.2)))
glaze.bump(glaze.noise(55, 3), 0.0006, 0.25)

outer = [(0.0, 0.003), (0.03, 0.003), (0.032, 0.0), (0.036, 0.0005), (0.0385, 0.004), (0.04, 0.012), (0.041, 0.04), (0.0418, 0.075), (0.0422, 0.091)]
lip = [(0.0421, 0.0935), (0.0412, 0.0948), (0.0402, 0.0946), (0.0396, 0.0935)]
inner = [(0.0392, 0.09), (0.0388, 0.06), (0.038, 0.02), (0.034, 0.0085), (0.02, 0.007), (0.0, 0.007)]
body = room.lathe("mug", outer + lip + inner, glaze)

curve = bpy.data.curves.new("handle", "CURVE")
curve.dimensions = "3D"
curve.bevel_depth = 0.0052
curve.bevel_resolution = 8
curve.use_fill_caps = True
spline = curve.splines.new("BEZIER")
points = [((0.038, 0, 0.078), (0.022, 0, 0.004)), ((0.071, 0, 0.066), (0.004, 0, -0.012)), ((0.066, 0, 0.036), (-0.006, 0, -0.012)), ((0.038, 0, 0.02), (-0.016, 0, -0.002))]
spline.bezier_points.add(len(points) - 1)
for point, (at, way) in zip(spline.bezier_points, points):
    point.co = at
    point.handle_left = tuple(a - w for a, w in zip(at, way))
    point.handle_right = tuple(a + w for a, w in zip(at, way))
    point.radius = 1
handle = bpy.data.objects.new("handle", curve)
bpy.context.collection.objects.link(handle)
handle.scale = (1, 1.5, 1)
bpy.context.view_layer.objects.active = handle
handle.select_set(True)
bpy.ops.object.convert(target="MESH")
handle.select_set(True)
bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
body.select_set(True)
bpy.context.view_layer.objects.active = body
union = body.modifiers.new("join", "BOOLEAN")
union.operation, union.object = "UNION", handle
# What of the handle would stand in the coffee is cut off by the wall of the mug.
for vertex in handle.data.vertices:
    r = math.hypot(vertex.co.x, vertex.co.y)
    if r < 0.0402:
        vertex.co.x += 0.0402 - r
body.modifiers.remove(union)
handle.data.materials.clear()
handle.data.materials.append(glaze.material)
for thing in (handle,):
    for face in thing.data.polygons:
        face.use_smooth = True
fused = body.modifiers.new("fuse", "REMESH")
bpy.ops.object.select_all(action="DESELECT")
handle.select_set(True)
body.select_set(True)
bpy.context.view_layer.objects.active = body
bpy.ops.object.join()
fused.mode, fused.voxel_size, fused.use_smooth_shade = "VOXEL", 0.0006, True
calm = body.modifiers.new("calm", "SMOOTH")
calm.factor, calm.iterations = 0.5, 8
body.rotation_euler[2] = math.radians(-28)

coffee = room.Shader("coffee", (0.012, 0.005, 0.002), Roughness=0.04, Specular=0.5)
foam = coffee.ramp(coffee.noise(60, 4), [(0.5, (0.012, 0.005, 0.002)), (0.8, (0.05, 0.022, 0.008))])
coffee.set("Base Color", foam)
room.lathe("coffee", [(0.0, 0.079), (0.037, 0.079), (0.0394, 0.0797)], coffee)

table = room.parquet("table", (0.3, 0.15, 0.065), 0.42, 0.1, 2.4, 0.0004)
room.box("table", (1.5, 0.85, 0.03), (0.1, 0.18, -0.015), table, 0.006)
cloth = room.Shader("napkin", (0.6, 0.56, 0.48), Roughness=0.95)
weave = cloth.node("TexWave", wave_type="BANDS", Scale=420.0, Distortion=1.5)
cloth.links.new(cloth.scaled(1), weave.inputs["Vector"])
cloth.bump(weave.outputs["Fac"], 0.0006, 0.5)
napkin = room.plane("napkin", (0.22, 0.2), (-0.19, 0.1, 0.004), (0, 0, 0.5), cloth)
cut = napkin.modifiers.new("cut", "SUBSURF")
cut.subdivision_type, cut.levels, cut.render_levels = "SIMPLE", 6, 6
fold = bpy.data.textures.new("fold", "CLOUDS")
fold.noise_scale = 0.07
lift = napkin.modifiers.new("lift", "DISPLACE")
lift.texture, lift.strength, lift.mid_level = fold, 0.012, 0.35
thick = napkin.modifiers.new("thick", "SOLIDIFY")
thick.thickness = 0.0015
spoon = room.Shader("steel", (0.75, 0.75, 0.74), Metallic=1.0, Roughness=0.18)
bowl = room.lathe("spoon", [(0.0, 0.0), (0.008, 0.0006), (0.014, 0.0028), (0.0165, 0.006), (0.0158, 0.0062), (0.013, 0.0036), (0.0, 0.0012)], spoon, 48)
bowl.scale = (1.5, 1, 1)
bowl.location = (-0.115, -0.015, 0.0008)
bowl.rotation_euler[2] = 0.95
room.box("stem", (0.1, 0.006, 0.0016), (-0.115 + 0.068 * math.cos(0.95), -0.015 + 0.068 * math.sin(0.95), 0.006), spoon, 0.0007, (0, -0.02, 0.95))

wall = room.plaster("wall", (0.5, 0.47, 0.41))
room.plane("wall", (6, 4), (0, 1.9, 1), (math.pi / 2, 0, 0), wall)
jar = room.Shader("jar", (0.75, 0.72, 0.65), Roughness=0.3)
room.lathe("jar", [(0, 0), (0.055, 0), (0.06, 0.01), (0.06, 0.15), (0.045, 0.17), (0, 0.172)], jar).location = (0.3, 0.46, 0)
leaf = room.Shader("leaf", (0.05, 0.14, 0.03), Roughness=0.5)
pot = room.Shader("pot", (0.35, 0.13, 0.06), Roughness=0.8)
room.lathe("pot", [(0, 0), (0.05, 0), (0.065, 0.1), (0.06, 0.1), (0.0, 0.085)], pot).location = (-0.26, 0.5, 0)
import random
seed = random.Random(4)
for i in range(34):
    angle, lean = seed.uniform(0, 6.3), seed.uniform(0.2, 0.9)
    blade = room.plane("leaf", (0.03, 0.16), (-0.26 + 0.04 * math.cos(angle), 0.5 + 0.04 * math.sin(angle), 0.15), (lean, 0, angle), leaf)
    bend = blade.modifiers.new("bend", "SIMPLE_DEFORM")
    bend.deform_method, bend.angle, bend.deform_axis = "BEND", 0.8, "X"
room.window((-1.4, 0.5, 0.9), (0, 0.1, 0.05), 0.9, 1.3, 26, (0.86, 0.93, 1))

room.camera((0.05, -0.285, 0.2), (0.006, 0.005, 0.043), focal=28, aperture=1.4, roll=1.2)
room.render(exposure=0.0)
