"""A used phone on a made bed."""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import bpy
import numpy as np
import room

room.begin(turn=40, strength=0.5)

W, L, T = 0.0717, 0.1467, 0.0078


def rounded(name, width, length, thick, corner, bevel, at, shader):
    """A slab with round corners and soft edges, lying at height `at`."""
    points = []
    for cx, cy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for i in range(17):
            angle = math.radians(start + 90 * i / 16)
            points.append((cx * (width / 2 - corner) + corner * math.cos(angle), cy * (length / 2 - corner) + corner * math.sin(angle), at))
    thing = room.mesh(name, points, [tuple(range(len(points)))], shader)
    solid = thing.modifiers.new("solid", "SOLIDIFY")
    solid.thickness, solid.offset = thick, 1
    if bevel:
        soft = thing.modifiers.new("soft", "BEVEL")
        soft.width, soft.segments, soft.limit_method, soft.angle_limit = bevel, 5, "ANGLE", math.radians(50)
    thing.data.use_auto_smooth = True
    return thing


steel = room.Shader("frame", (0.42, 0.42, 0.43), Metallic=1.0, Roughness=0.26)
steel.bump(steel.noise(2400, 2, stretch=(1, 0.02, 1)), 0.00002, 0.3)
glass = room.Shader("glass", (0.004, 0.004, 0.005), Roughness=0.03, Specular=0.6)
# Finger marks: oval smears that only a reflection shows.
marks = glass.node("TexVoronoi", Scale=52.0, feature="SMOOTH_F1")
glass.links.new(glass.scaled((1, 0.75, 1)), marks.inputs["Vector"])
spots = glass.ramp(marks.outputs["Distance"], [(0.12, (1, 1, 1)), (0.42, (0, 0, 0))])
smear = glass.mix(1.0, spots, glass.ramp(glass.noise(38, 3), [(0.5, (0, 0, 0)), (0.66, (1, 1, 1))]), "MULTIPLY")
glass.set("Roughness", glass.ramp(smear, [(0.0, (0.03,) * 3), (1.0, (0.24,) * 3)]))
dust = glass.ramp(glass.noise(2600, 2), [(0.78, (0.004, 0.004, 0.005)), (0.84, (0.12, 0.12, 0.115))])
glass.set("Base Color", dust)
black = room.Shader("black", (0.003, 0.003, 0.003), Roughness=0.2)
lens = room.Shader("lens", (0.003, 0.004, 0.012), Roughness=0.02, Specular=0.8)
slot = room.Shader("slot", (0.02, 0.02, 0.02), Roughness=0.7)

parts = [
    rounded("frame", W, L, T - 0.0008, 0.0118, 0.0011, 0.0004, steel),
    rounded("glass", W - 0.0022, L - 0.0022, 0.0012, 0.0108, 0.0005, T - 0.0008, glass),
    rounded("back", W - 0.0022, L - 0.0022, 0.001, 0.0108, 0.0004, 0.0, black),
    rounded("island", 0.0208, 0.006, 0.00012, 0.003, 0, T + 0.00038, black),
]
parts[-1].location[1] = L / 2 - 0.0092
for x in (-0.0062, 0.0066):
    eye = room.lathe("eye", [(0, 0), (0.0017, 0), (0.0017, 0.0001), (0, 0.0001)], lens, 32)
    eye.location = (x, L / 2 - 0.0092, T + 0.00046)
    parts.append(eye)
parts.append(room.box("ear", (0.011, 0.0006, 0.0002), (0, L / 2 - 0.0021, T + 0.0003), slot, 0))
for y, size in ((0.035, 0.011), (0.02, 0.011), (0.05, 0.006)):
    parts.append(room.box("key", (0.001, size, 0.0026), (-W / 2 - 0.0002, y, T / 2), steel, 0.0004))
parts.append(room.box("key", (0.001, 0.018, 0.0026), (W / 2 + 0.0002, 0.03, T / 2), steel, 0.0004))
# A scratch and the nick of a fall, as the advert would say.
scratch = room.Shader("scratch", (0.35, 0.35, 0.36), Roughness=0.5)
for i, (x, y, turn, long) in enumerate(((0.012, -0.022, 0.5, 0.016), (0.017, -0.026, 0.62, 0.008))):
    parts.append(room.box("scratch", (long, 0.00011, 0.00002), (x, y, T + 0.00041), scratch, 0, (0, 0, turn)))
holder = bpy.data.objects.new("phone", None)
bpy.context.collection.objects.link(holder)
for part in parts:
    part.parent = holder

linen = room.Shader("linen", (0.5, 0.47, 0.42), Roughness=0.95, Sheen=0.4)
for turn in (0, math.pi / 2):
    threads = linen.node("TexWave", wave_type="BANDS", Scale=330.0, Distortion=2.2, Detail=2.0)
    threads.inputs["Detail Scale"].default_value = 1.5
    linen.links.new(linen.scaled(1, turn=(0, 0, turn)), threads.inputs["Vector"])
    linen.bump(threads.outputs["Fac"], 0.00035, 0.5)
stripe = linen.node("TexWave", wave_type="BANDS", Scale=7.0, Distortion=0.0)
linen.links.new(linen.scaled(1), stripe.inputs["Vector"])
linen.set("Base Color", linen.ramp(stripe.outputs["Fac"], [(0.93, (0.5, 0.47, 0.42)), (0.965, (0.2, 0.24, 0.3)), (1.0, (0.2, 0.24, 0.3))]))
bed = room.plane("bed", (1.3, 1.3), (0, 0.1, 0.004), (0, 0, 0.35), linen)
fine = bed.modifiers.new("fine", "SUBSURF")
fine.subdivision_type, fine.levels, fine.render_levels = "SIMPLE", 9, 9
for scale, high, kind in ((0.28, 0.03, "CLOUDS"), (0.1, 0.009, "WOOD"), (0.045, 0.003, "CLOUDS")):
    texture = bpy.data.textures.new("fold", kind)
    texture.noise_scale = scale
    if kind == "WOOD":
        texture.wood_type, texture.turbulence, texture.noise_basis_2 = "BANDNOISE", 14, "SIN"
    lift = bed.modifiers.new("lift", "DISPLACE")
    lift.texture, lift.strength, lift.mid_level = texture, high, 0.5
    lift.texture_coords = "GLOBAL"
# The cover gives way under the phone, and rises again around it.
TURN, TOP = math.radians(-7), -0.004
bpy.context.view_layer.objects.active = bed
bed.select_set(True)
bpy.ops.object.convert(target="MESH")
points = np.empty(len(bed.data.vertices) * 3)
bed.data.vertices.foreach_get("co", points)
points = points.reshape(-1, 3)
world = points @ np.array(bed.matrix_world.to_3x3()).T + np.array(bed.matrix_world.translation)
x = world[:, 0] * math.cos(TURN) + world[:, 1] * math.sin(TURN)
y = world[:, 1] * math.cos(TURN) - world[:, 0] * math.sin(TURN)
away = np.hypot(np.maximum(np.abs(x) - W / 2 + 0.008, 0), np.maximum(np.abs(y) - L / 2 + 0.008, 0))
pressed = np.exp(-((away / 0.035) ** 2))
# Only the height differs between the bed's own axes and the room's.
points[:, 2] += pressed * (TOP - world[:, 2])
bed.data.vertices.foreach_set("co", points.ravel())
bed.data.update()
holder.rotation_euler = (0.004, -0.006, TURN)
holder.location = (0, 0, TOP - 0.0006)

room.window((-1.1, 0.9, 1.3), (0, 0, 0), 0.8, 1.2, 30, (0.9, 0.95, 1))
room.camera((0.018, -0.1, 0.215), (0.002, -0.004, 0.004), focal=27, aperture=1.8, roll=-0.8)
room.render(exposure=0.0)
