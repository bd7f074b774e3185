"""A used phone on the cover of a sofa, its screen up and dark, mirroring the lamp and the window."""
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(__file__))
import bpy
import numpy as np
import room
import shapes
import surfaces

room.begin(strength=0.36)

W, L, T, CORNER = 0.0703, 0.1472, 0.0079, 0.0105
TURN = math.radians(-14)


def outline(width, length, corner, steps=20):
    points = []
    for cx, cy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for i in range(steps + 1):
            angle = math.radians(start + 90 * i / steps)
            points.append((cx * (width / 2 - corner) + corner * math.cos(angle), cy * (length / 2 - corner) + corner * math.sin(angle)))
    return points


def shell(name, rings, shader):
    """Slices of the phone from below: (how far inside the outline, height); closed at both ends."""
    points, faces = [], []
    for inside, z in rings:
        points += [(x, y, z) for x, y in outline(W - 2 * inside, L - 2 * inside, max(0.0015, CORNER - inside))]
    n = len(points) // len(rings)
    for r in range(len(rings) - 1):
        faces += [(r * n + i, r * n + (i + 1) % n, (r + 1) * n + (i + 1) % n, (r + 1) * n + i) for i in range(n)]
    faces += [tuple(reversed(range(n))), tuple(range((len(rings) - 1) * n, len(rings) * n))]
    thing = shapes.mesh(name, points, faces, shader)
    thing.data.use_auto_smooth = True
    thing.data.auto_smooth_angle = math.radians(35)
    return thing


def arc(inside, z, radius, first, last, steps=8):
    """A rounded edge: angles in degrees, 0 outwards, 90 up."""
    angles = [math.radians(first + (last - first) * i / steps) for i in range(steps + 1)]
    return [(inside + radius - radius * math.cos(a), z + radius * math.sin(a)) for a in angles]


metal = surfaces.Shader("frame", (0.55, 0.55, 0.56), Metallic=1.0, Roughness=0.3)
metal.bump(metal.noise(1500, 3), 0.00003, 0.25)
metal.set("Roughness", metal.ramp(metal.noise(120, 6, 0.7), [(0.45, (0.24,) * 3), (0.7, (0.48,) * 3)]))
metal.set("Base Color", metal.ramp(metal.noise(260, 5, 0.75), [(0.62, (0.55, 0.55, 0.56)), (0.72, (0.3, 0.3, 0.3))]))

glass = surfaces.Shader("glass", (0.004, 0.0042, 0.005), Roughness=0.02, Specular=0.5)
at = glass.node("SeparateXYZ")
glass.links.new(glass.place.outputs["Object"], at.inputs["Vector"])


def touch(x, y, turn, size):
    """Where a finger was: an oval that fades, broken up by how it slid."""
    where = glass.node("Mapping", vector_type="POINT")
    where.inputs["Location"].default_value = (-x, -y, 0)
    centred = glass.node("Mapping", vector_type="POINT")
    centred.inputs["Rotation"].default_value = (0, 0, -turn)
    centred.inputs["Scale"].default_value = (1 / 0.0068 / size, 1 / 0.0095 / size, 0)
    glass.links.new(glass.place.outputs["Object"], where.inputs["Vector"])
    glass.links.new(where.outputs["Vector"], centred.inputs["Vector"])
    far = glass.node("VectorMath", operation="LENGTH")
    glass.links.new(centred.outputs["Vector"], far.inputs[0])
    broken = glass.node("TexNoise", Scale=2.2, Detail=7.0, Roughness=0.7, Distortion=0.8)
    glass.links.new(centred.outputs["Vector"], broken.inputs["Vector"])
    inside = glass.ramp(far.outputs["Value"], [(0.4, (1, 1, 1)), (1.0, (0, 0, 0))])
    return glass.mix(1.0, inside, glass.ramp(broken.outputs["Fac"], [(0.36, (0, 0, 0)), (0.66, (1, 1, 1))]), "MULTIPLY")


dirt = glass.ramp(glass.noise(45, 6, 0.65, stretch=(1, 0.45, 1)), [(0.46, (0, 0, 0)), (0.72, (0.55,) * 3)])
swipe = glass.ramp(glass.noise(70, 5, 0.6, stretch=(1, 0.12, 1)), [(0.5, (0, 0, 0)), (0.75, (0.5,) * 3)])
grease = glass.mix(1.0, dirt, swipe, "LIGHTEN")
for x, y, turn, size in ((0.011, -0.028, 0.5, 1.0), (0.021, -0.047, 0.35, 0.9), (0.016, -0.039, 0.8, 1.3), (-0.006, -0.012, 0.7, 1.1), (0.013, 0.021, 0.2, 1.0), (0.008, 0.009, 0.4, 1.5), (-0.021, 0.044, -0.5, 0.9)):
    grease = glass.mix(0.75, grease, touch(x, y, turn, size), "LIGHTEN")
glass.set("Roughness", glass.ramp(grease, [(0.0, (0.008,) * 3), (1.0, (0.22,) * 3)]))
# Grease also scatters a little of the room's light, which shows over the black.
haze = glass.ramp(grease, [(0.0, (0.004, 0.0042, 0.005)), (1.0, (0.013, 0.013, 0.0135))])
speck = surfaces.cells(glass, 900, "Distance")
which = glass.node("RGBToBW")
glass.links.new(surfaces.cells(glass, 900), which.inputs["Color"])
few = glass.ramp(which.outputs["Val"], [(0.80, (0, 0, 0)), (0.81, (1, 1, 1))])
dots = glass.mix(1.0, few, glass.ramp(speck, [(0.1, (1, 1, 1)), (0.16, (0, 0, 0))]), "MULTIPLY")
dusty = glass.mix(dots, haze, (0.3, 0.29, 0.28))
# Behind the glass: the panel's edge is a little less black than its frame.
panel = glass.node("Math", operation="LESS_THAN")
absolute = glass.node("Math", operation="ABSOLUTE")
glass.links.new(at.outputs["X"], absolute.inputs[0])
glass.links.new(absolute.outputs["Value"], panel.inputs[0])
panel.inputs[1].default_value = W / 2 - 0.0042
tall = glass.node("Math", operation="COMPARE")
glass.links.new(at.outputs["Y"], tall.inputs[0])
tall.inputs[1].default_value, tall.inputs[2].default_value = -0.0012, L / 2 - 0.0088
both = glass.node("Math", operation="MULTIPLY")
glass.links.new(panel.outputs["Value"], both.inputs[0])
glass.links.new(tall.outputs["Value"], both.inputs[1])
glass.set("Base Color", glass.mix(both.outputs["Value"], dusty, glass.mix(1.0, dusty, (0.005, 0.0053, 0.0062), "ADD")))

black = surfaces.Shader("black", (0.006, 0.006, 0.006), Roughness=0.5)
plastic = surfaces.Shader("band", (0.07, 0.07, 0.072), Roughness=0.45)
eye = surfaces.Shader("lens", (0.002, 0.004, 0.012), Roughness=0.03, Specular=0.9)
hole = surfaces.Shader("hole", (0.001, 0.001, 0.001), Roughness=0.9)

frame = [(0.0016, 0.0)] + arc(0.0, 0.0019, 0.0019, -80, 0) + arc(0.0, 0.0054, 0.0014, 0, 62)
parts = [
    shell("frame", frame, metal),
    shell("gasket", [(0.0006, 0.0063), (0.0006, 0.0069), (0.0012, 0.0069)], black),
    # Glass with the soft edge that catches the window as a line.
    shell("glass", [(0.00105, 0.0062)] + arc(0.00105, 0.0070, 0.0009, 0, 84) + [(0.006, T + 0.00002), (0.02, T + 0.00003)], glass),
]
for y in (L / 2 - 0.011, -L / 2 + 0.011):
    for side in (-1, 1):
        parts.append(shapes.box("band", (0.0006, 0.0011, 0.0046), (side * (W / 2 - 0.00022), y, 0.0037), plastic, 0.0001))
for y, size in ((0.0405, 0.0095), (0.0275, 0.0095)):
    parts.append(shapes.box("key", (0.0012, size, 0.0023), (-W / 2 - 0.0001, y, 0.0036), metal, 0.0005))
parts.append(shapes.box("key", (0.0012, 0.0105, 0.0023), (W / 2 + 0.0001, 0.03, 0.0036), metal, 0.0005))
parts.append(shapes.box("socket", (0.0085, 0.002, 0.0026), (0, -L / 2 + 0.0007, 0.0036), hole, 0.0012))
for i in range(6):
    for side in (-1, 1):
        bore = shapes.lathe("bore", [(0, 0), (0.0006, 0), (0.0006, 0.001), (0, 0.001)], hole, 20)
        bore.rotation_euler[0] = math.pi / 2
        bore.location = (side * (0.0085 + i * 0.0021), -L / 2 + 0.0007, 0.0036)
        parts.append(bore)
# Earpiece: a slot with mesh; beside it the camera behind the glass and the sensors.
slot = surfaces.Shader("mesh", (0.03, 0.03, 0.03), Roughness=0.6, Metallic=0.6)
holes = surfaces.cells(slot, 3300, "Distance", randomness=0.1)
slot.set("Base Color", slot.ramp(holes, [(0.3, (0.004,) * 3), (0.45, (0.12,) * 3)]))
parts.append(shapes.box("ear", (0.0105, 0.0011, 0.00006), (0, L / 2 - 0.0052, T + 0.00003), slot, 0.00002))
for x, size, shader in ((-0.0112, 0.0016, eye), (-0.0112, 0.00085, hole), (0.0105, 0.0009, hole)):
    dot = shapes.lathe("eye", [(0, 0), (size, 0), (size * 0.96, 0.00003), (0, 0.00004)], shader, 32)
    dot.location = (x, L / 2 - 0.0052, T + (0.00003 if size > 0.001 else 0.00006))
    parts.append(dot)
# Hairlines that keys left: bent, broken, of uneven depth.
scratch = surfaces.Shader("scratch", (0.16, 0.16, 0.165), Roughness=0.35)
dice = random.Random(5)
line = bpy.data.curves.new("scratch", "CURVE")
line.dimensions, line.bevel_depth = "3D", 0.000028
for _ in range(16):
    x, y, way, bend = dice.uniform(-0.03, 0.03), dice.uniform(-0.066, 0.06), dice.gauss(1.0, 0.9), dice.gauss(0, 0.05)
    steps = dice.randint(3, 16)
    spline = line.splines.new("POLY")
    spline.points.add(steps)
    for i, point in enumerate(spline.points):
        point.co = (x, y, T + 0.00003, 1)
        point.radius = dice.uniform(0.15, 0.9) * math.sin(math.pi * (i + 0.6) / (steps + 1.2))
        x, y, way = max(-0.0335, min(0.0335, x + 0.0011 * math.cos(way))), y + 0.0011 * math.sin(way), way + bend + dice.gauss(0, 0.03)
thing = bpy.data.objects.new("scratch", line)
line.materials.append(scratch.material)
bpy.context.collection.objects.link(thing)
parts.append(thing)
lint = surfaces.Shader("lint", (0.5, 0.48, 0.46), Roughness=0.9)
parts.append(shapes.scatter_lint(lint, 9, (-0.032, 0.032, -0.068, 0.068, T), 0.0045, 0.000018))
holder = bpy.data.objects.new("phone", None)
bpy.context.collection.objects.link(holder)
for part in parts:
    part.parent = holder
holder.rotation_euler = (0.012, -0.016, TURN)

# The cover: coarse mottled weave, each thread with a tone of its own; woven as heights, not drawn.
cloth = surfaces.Shader("cloth", (0.3, 0.3, 0.32), Roughness=0.95, Sheen=0.3)
pitch = 0.0017
tone_x = cloth.noise(1.0, 0, stretch=(1 / pitch * 0.9, 30, 1), by="Object")
tone_y = cloth.noise(1.0, 0, stretch=(30, 1 / pitch * 0.9, 1), by="Object")
over = cloth.node("Attribute", attribute_name="over")
threads = cloth.mix(over.outputs["Fac"], cloth.ramp(tone_x, [(0.3, (0.05, 0.055, 0.065)), (0.5, (0.12, 0.125, 0.14)), (0.68, (0.36, 0.35, 0.34))]), cloth.ramp(tone_y, [(0.3, (0.06, 0.065, 0.075)), (0.5, (0.14, 0.145, 0.155)), (0.68, (0.4, 0.39, 0.37))]))
cloth.set("Base Color", cloth.mix(0.25, threads, cloth.ramp(cloth.noise(6000, 3), [(0.3, (0.03,) * 3), (0.7, (0.45,) * 3)])))
cloth.bump(cloth.noise(4200, 3, stretch=(1, 1, 1)), 0.00025, 0.6)
N, SIZE = 1500, 0.62
line = (np.arange(N) / (N - 1) - 0.5) * SIZE
X, Y = np.meshgrid(line, line)
rng = np.random.default_rng(3)


def waves(scale, seed, rounds=7):
    """Slow bends of the threads and of the cushion."""
    g = np.random.default_rng(seed)
    out = np.zeros_like(X)
    for _ in range(rounds):
        a, k, p = g.uniform(0, 2 * np.pi), g.uniform(0.6, 1.6) / scale, g.uniform(0, 2 * np.pi)
        out += np.sin(k * (X * np.cos(a) + Y * np.sin(a)) * 2 * np.pi + p)
    return out / rounds**0.5


bent_x, bent_y = X + 0.0011 * waves(0.09, 1) + 0.00022 * waves(0.012, 2), Y + 0.0011 * waves(0.1, 3) + 0.00022 * waves(0.011, 4)
ux, uy = bent_x / pitch, bent_y / pitch
column, row = np.floor(ux).astype(int), np.floor(uy).astype(int)
fat = rng.normal(1, 0.13, (2, 4000))
wx, wy = np.cos(2 * np.pi * (ux - column - 0.5) / 2), np.cos(2 * np.pi * (uy - row - 0.5) / 2)
sign = np.where((column + row) % 2 == 0, 1, -1)
up_x = np.abs(wx) ** 0.7 * fat[0, column + 2000] + 0.5 * sign * np.abs(wy)
up_y = np.abs(wy) ** 0.7 * fat[1, row + 2000] - 0.5 * sign * np.abs(wx)
weave = np.maximum(up_x, up_y)
over_y = (up_y > up_x).astype(np.float32)
height = 0.00042 * weave + 0.0032 * waves(0.35, 8) + 0.0006 * waves(0.07, 9)
x = X * math.cos(TURN) + Y * math.sin(TURN)
y = Y * math.cos(TURN) - X * math.sin(TURN)
away = np.hypot(np.maximum(np.abs(x) - W / 2 + 0.005, 0), np.maximum(np.abs(y) - L / 2 + 0.005, 0))
under = np.exp(-((away / 0.028) ** 2))
lie = -0.0009 + y * 0.012 + x * 0.016
height = height * (1 - under) + under * (lie + 0.0003 * weave)
shapes.relief("cover", np.stack([X, Y, height], axis=-1), cloth, over=over_y)
pale = surfaces.Shader("fluff", (0.6, 0.57, 0.53), Roughness=0.95)
shapes.scatter_lint(pale, 60, (-0.16, 0.16, -0.13, 0.19, 0.0018), 0.006, 0.00003, 9)

room.window((-0.7, 1.15, 1.15), (0, 0, 0), 0.9, 1.1, 22, panes=(2, 1), bar=0.06)
room.light((0.5, -0.5, 1.6), (0, 0, 0), 0.3, 0.3, 5, (1, 0.84, 0.66))

room.camera((0.026, -0.1, 0.188), (0.003, 0.001, 0.002), focal=27, aperture=1.8, roll=-2.2)
room.render(warmth=0.04, bias=-0.25)
