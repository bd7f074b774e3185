"""The back of a used car in a street, as an advert shows it: plate, lamps, bumper, the glass of the boot.

A whole body drawn by script is no photograph to anybody; its rear, seen near, is panels, gaps and what they mirror.
"""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import bpy
import numpy as np
import room

room.begin(turn=35, strength=1.0)

STEP = 0.0015
HALF, LOW, HIGH = 0.86, 0.2, 1.36
# How far the middle of the car stands out at each height, in metres.
HEIGHTS = [0.2, 0.27, 0.36, 0.44, 0.55, 0.63, 0.668, 0.688, 0.696, 0.74, 0.85, 0.95, 1.0, 1.12, 1.36]
OUT = [0.0, 0.06, 0.09, 0.125, 0.136, 0.127, 0.108, 0.072, 0.056, 0.058, 0.054, 0.036, 0.018, -0.052, -0.215]

x = np.arange(-HALF, HALF, STEP)
z = np.arange(LOW, HIGH, STEP)
X, Z = np.meshgrid(x, z)
AX = np.abs(X)


def softened(values, rows):
    window = np.hanning(rows)
    padded = np.pad(values, rows // 2, mode="edge")
    return np.convolve(padded, window / window.sum(), mode="valid")[: len(values)]


def rounded_box(across, up, half_wide, half_high, radius):
    """Distance to a rectangle with round corners, negative inside."""
    dx, dz = np.abs(across) - half_wide + radius, np.abs(up) - half_high + radius
    return np.hypot(np.maximum(dx, 0), np.maximum(dz, 0)) + np.minimum(np.maximum(dx, dz), 0) - radius


def step_at(distance, width):
    t = np.clip(0.5 - distance / width, 0, 1)
    return t * t * (3 - 2 * t)


def groove(distance, width=0.0028):
    return np.exp(-((distance / width) ** 2))


out = softened(np.interp(z, HEIGHTS, OUT), 21)[:, None] - 0.13 * (AX / 0.85) ** 3.4 - 0.02 * AX**2 - 0.5 * (AX / HALF) ** 16
bow = 0.012 * (X / 0.5) ** 2
# A crease runs over the lamps; a dent of a supermarket's car park is on the left.
out = out + 0.004 * step_at(0.915 + bow - Z, 0.03)
out = out - 0.0025 * np.exp(-(((X + 0.2) / 0.035) ** 2 + ((Z - 0.935) / 0.03) ** 2))
recess = rounded_box(X, Z - 0.8, 0.292, 0.074, 0.03)
out = out - 0.02 * step_at(recess, 0.016)
lamp = np.maximum(rounded_box(AX - 0.64, Z - 0.822 - 0.05 * (AX - 0.5), 0.25, 0.078, 0.035), 0.395 + 0.16 * (Z - 0.75) - AX)
lid = np.where(Z > 0.696, np.abs(AX - 0.53 - 0.06 * (Z - 0.7)), 9)
lid = np.minimum(lid, np.where(AX < 0.535, np.abs(Z - 0.6985 - 0.006 * (X / 0.5) ** 2), 9))
glass = np.maximum(0.985 + bow - Z, AX - 0.5)
insert = Z - 0.395 - 0.05 * (AX / 0.85) ** 4
reflector = rounded_box(AX - 0.56, Z - 0.462, 0.075, 0.011, 0.008)
side_gap = np.where((Z < 0.696) & (Z > 0.66), np.abs(Z - 0.683), 9)
out = out + 0.005 * step_at(lamp, 0.008)
out = out - 0.014 * groove(np.abs(lamp) - 0.0) - 0.02 * groove(lid, 0.0032) - 0.006 * groove(glass, 0.003)
out = out - 0.008 * groove(insert, 0.003) + 0.004 * step_at(insert, 0.02) - 0.004 * groove(reflector, 0.002)
out = out - 0.004 * step_at(reflector, 0.006)
for at in (0.2, 0.55):
    ring = np.hypot(AX - at, Z - 0.585) - 0.0115
    out = out - 0.0022 * groove(ring, 0.0014)

rows, columns = X.shape
points = np.stack([X, -out, Z], axis=-1).reshape(-1, 3)
index = np.arange(rows * columns).reshape(rows, columns)
faces = np.stack([index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], axis=-1).reshape(-1, 4)
part = np.zeros(X.shape, np.int32)
part[glass < 0] = 1
part[insert < 0] = 2
part[lamp < 0] = 3
part[(lamp < -0.012) & (np.abs(Z - 0.785) < 0.018) & (AX < 0.51)] = 4
part[reflector < 0] = 5

data = bpy.data.meshes.new("rear")
data.vertices.add(len(points))
data.vertices.foreach_set("co", points.ravel())
data.loops.add(faces.size)
data.loops.foreach_set("vertex_index", faces.ravel().astype(np.int32))
data.polygons.add(len(faces))
data.polygons.foreach_set("loop_start", np.arange(0, faces.size, 4, dtype=np.int32))
data.polygons.foreach_set("loop_total", np.full(len(faces), 4, np.int32))
data.polygons.foreach_set("material_index", part[:-1, :-1].ravel())
data.polygons.foreach_set("use_smooth", np.ones(len(faces), bool))
data.update()
data.validate()
rear = bpy.data.objects.new("rear", data)
bpy.context.collection.objects.link(rear)


def dirty(shader, base, most=0.5, rough=0.25):
    """Dust of the road: more of it towards the ground, in clouds."""
    height = shader.node("SeparateXYZ")
    shader.links.new(shader.place.outputs["Object"], height.inputs["Vector"])
    low = shader.node("MapRange")
    for key, value in (("From Min", 1.0), ("From Max", 0.3), ("To Max", most)):
        low.inputs[key].default_value = value
    shader.links.new(height.outputs["Z"], low.inputs["Value"])
    clouds = shader.ramp(shader.noise(7, 8, 0.65), [(0.36, (0.12, 0.12, 0.12)), (0.7, (1, 1, 1))])
    fine = shader.ramp(shader.noise(260, 3), [(0.35, (0.55, 0.55, 0.55)), (0.7, (1, 1, 1))])
    amount = shader.mix(1.0, shader.mix(1.0, clouds, fine, "MULTIPLY"), low.outputs["Result"], "MULTIPLY")
    shader.set("Base Color", shader.mix(amount, base, (0.2, 0.175, 0.14)))
    return shader.set("Clearcoat Roughness", shader.ramp(amount, [(0.0, (0.02,) * 3), (1.0, (rough,) * 3)]))


paint = room.Shader("paint", Metallic=0.55, Roughness=0.38, Clearcoat=1.0, Specular=0.5)
flakes = paint.noise(5200, 1)
paint.bump(flakes, 0.00004, 0.25)
dirty(paint, (0.032, 0.06, 0.115))
pane = dirty(room.Shader("glass", Roughness=0.06, Clearcoat=1.0, Specular=0.6), (0.008, 0.009, 0.009), 0.3)
plastic = room.Shader("plastic", Roughness=0.62)
plastic.bump(plastic.noise(900, 3), 0.0004, 0.5)
dirty(plastic, (0.022, 0.022, 0.023), 0.7)


def lens(name, colour, most):
    """Ribs and facets behind a smooth cover."""
    shader = room.Shader(name, Metallic=0.75, Roughness=0.22, Clearcoat=1.0, Specular=0.6)
    ribs = shader.node("TexWave", wave_type="BANDS", bands_direction="X", Scale=34.0)
    shader.links.new(shader.scaled(1), ribs.inputs["Vector"])
    shader.bump(ribs.outputs["Fac"], 0.006, 0.8)
    cells = shader.node("TexVoronoi", Scale=55.0)
    shader.links.new(shader.scaled(1), cells.inputs["Vector"])
    shader.bump(cells.outputs["Distance"], 0.004, 0.5)
    return dirty(shader, colour, most)


red = lens("red", (0.36, 0.006, 0.008), 0.3)
white = lens("white", (0.6, 0.6, 0.6), 0.3)
mark = lens("mark", (0.3, 0.006, 0.006), 0.4)
for shader in (paint, pane, plastic, red, white, mark):
    data.materials.append(shader.material)

chrome = dirty(room.Shader("chrome", Metallic=1.0, Roughness=0.09), (0.72, 0.72, 0.72), 0.25)
black = dirty(room.Shader("black", Roughness=0.4), (0.02, 0.02, 0.02), 0.5)
# The middle of the car at the plate's height; the plate leans as the panel does.
FACE = -0.043
room.box("handle", (0.6, 0.03, 0.026), (0, -0.056, 0.884), paint, 0.009)
room.box("strip", (0.585, 0.012, 0.011), (0, -0.0685, 0.8775), chrome, 0.004)

board = dirty(room.Shader("board", Roughness=0.3, Specular=0.5), (0.72, 0.72, 0.7), 0.22)
ink = dirty(room.Shader("ink", Roughness=0.35), (0.012, 0.012, 0.012), 0.2)
blue = dirty(room.Shader("blue", Roughness=0.35), (0.01, 0.05, 0.3), 0.2)
gold = room.Shader("gold", (0.75, 0.55, 0.03), Roughness=0.4)
pale = room.Shader("pale", (0.75, 0.75, 0.75), Roughness=0.4)
plate = []
plate.append(room.box("frame", (0.532, 0.012, 0.124), (0, 0, 0), black, 0.005))
plate.append(room.box("board", (0.516, 0.003, 0.108), (0, -0.0062, 0), board, 0.0014))
plate.append(room.box("band", (0.042, 0.0006, 0.105), (-0.2355, -0.0079, 0), blue, 0.0))
for n in range(12):
    angle = n * math.pi / 6
    star = room.lathe("star", [(0, 0), (0.0021, 0), (0.0021, 0.0003), (0, 0.0003)], gold, 5)
    star.rotation_euler[0] = math.pi / 2
    star.location = (-0.2355 + 0.0135 * math.cos(angle), -0.0082, 0.0235 + 0.0135 * math.sin(angle))
    plate.append(star)


def letters(text, at, size, wide, shader, bold=0.0):
    curve = bpy.data.curves.new("letters", "FONT")
    curve.body, curve.size, curve.extrude, curve.bevel_depth, curve.offset = text, size, 0.0008, 0.0003, bold
    curve.align_x, curve.align_y, curve.space_character = "CENTER", "CENTER", 1.12
    thing = bpy.data.objects.new("letters", curve)
    bpy.context.collection.objects.link(thing)
    curve.materials.append(shader.material)
    thing.location, thing.rotation_euler, thing.scale = at, (math.pi / 2, 0, 0), (wide, 1, 1)
    return thing


plate.append(letters("RO", (-0.2355, -0.0084, -0.03), 0.024, 0.9, pale, 0.0006))
plate.append(letters("B 26 LOT", (0.022, -0.0082, 0.0), 0.1, 0.88, ink, 0.0016))
for place in (-0.14, 0.15):
    screw = room.lathe("screw", [(0, 0), (0.0045, 0), (0.004, 0.0015), (0, 0.0018)], chrome, 24)
    screw.rotation_euler[0] = math.pi / 2
    screw.location = (place, -0.0078, 0.047)
    plate.append(screw)
holder = bpy.data.objects.new("plate", None)
bpy.context.collection.objects.link(holder)
for thing in plate:
    thing.parent = holder
holder.location, holder.rotation_euler = (0.002, FACE - 0.002, 0.799), (-0.02, 0.006, 0)
badge = letters("1.6", (-0.43, -0.028, 0.945), 0.036, 1.15, chrome, 0.0008)
badge.rotation_euler = (math.pi / 2 - 0.15, 0, -0.05)

# The wiper rests on the glass.
room.box("arm", (0.26, 0.012, 0.014), (0.12, -0.012, 1.053), black, 0.005, (0, -0.13, -0.02))
foot = room.lathe("foot", [(0, 0), (0.022, 0), (0.02, 0.02), (0.012, 0.03), (0, 0.031)], black, 40)
foot.location, foot.rotation_euler = (0.0, -0.012, 1.035), (math.pi / 2 - 0.4, 0, 0)
room.box("blade", (0.36, 0.01, 0.014), (0.21, 0.016, 1.072), black, 0.003, (0, -0.08, -0.02))
pipe = room.lathe("pipe", [(0.026, 0), (0.028, 0.002), (0.028, 0.2), (0.024, 0.2), (0.024, 0.004), (0.026, 0)], chrome, 48)
pipe.location, pipe.rotation_euler = (0.48, -0.06, 0.2), (-math.pi / 2, 0, 0)
room.box("under", (1.3, 1.5, 0.1), (0, 0.82, 0.27), black, 0.02)
tyre = room.Shader("tyre", (0.015, 0.015, 0.015), Roughness=0.9)
for side in (-1, 1):
    wheel = room.lathe("wheel", [(0.2, 0), (0.29, 0.0), (0.31, 0.02), (0.31, 0.17), (0.29, 0.19), (0.2, 0.19)], tyre)
    wheel.location, wheel.rotation_euler = (side * 0.66 - 0.095, 0.62, 0.31), (0, math.pi / 2, 0)

road = room.Shader("road", Roughness=0.85)
stones = road.node("TexVoronoi", Scale=190.0)
road.links.new(road.scaled(1), stones.inputs["Vector"])
tone = road.ramp(road.noise(3.5, 7), [(0.35, (0.05, 0.05, 0.052)), (0.7, (0.105, 0.1, 0.098))])
road.set("Base Color", road.mix(0.6, tone, road.ramp(stones.outputs["Color"], [(0.0, (0.35, 0.35, 0.35)), (1.0, (1, 1, 1))]), "MULTIPLY"))
road.bump(stones.outputs["Distance"], 0.004, 0.8)
road.bump(road.noise(2.5, 5), 0.01, 0.4)
room.plane("road", (40, 40), (0, 0, 0), (0, 0, 0), road)
line = room.Shader("line", (0.55, 0.55, 0.53), Roughness=0.8)
line.set("Base Color", line.ramp(line.noise(40, 8), [(0.42, (0.12, 0.12, 0.12)), (0.55, (0.55, 0.55, 0.53))]))
room.plane("line", (0.12, 7), (-1.0, -0.5, 0.002), (0, 0, 0.03), line)
# What the car mirrors: the kerb, a wall and cars that stand across the street.
wall = room.plaster("houses", (0.42, 0.37, 0.3))
room.plane("houses", (14, 5), (-3, -9, 2.4), (math.pi / 2, 0, 0.1), wall)
leaf = room.Shader("leaf", Roughness=0.6)
leaf.set("Base Color", leaf.ramp(leaf.noise(9, 2), [(0.35, (0.22, 0.09, 0.015)), (0.7, (0.35, 0.22, 0.04))]))
dice = np.random.default_rng(5)
for _ in range(26):
    # Leaves are pointed at both ends, and dry ones curl.
    long, wide, curl = dice.uniform(0.022, 0.034), dice.uniform(0.011, 0.018), dice.uniform(4, 14)
    across = [(math.sin(math.pi * t) ** 0.8 * wide * (1 + 0.12 * math.sin(40 * t)), (2 * t - 1) * long) for t in np.linspace(0, 1, 17)]
    points = [(side * w, at, 0.004 + curl * (w * w + 0.3 * at * at)) for w, at in across for side in (-1, 0, 1)]
    quads = [(r * 3 + c, r * 3 + c + 1, r * 3 + c + 4, r * 3 + c + 3) for r in range(16) for c in range(2)]
    fallen = room.mesh("leaf", points, quads, leaf)
    fallen.location = (dice.uniform(-1.2, 1.3), dice.uniform(-0.9, 0.1), 0)
    fallen.rotation_euler[2] = dice.uniform(0, 6)

room.camera((-0.34, -1.72, 1.2), (0.0, 0.0, 0.72), focal=38, aperture=1.8, roll=0.9)
room.render(exposure=0.85)
