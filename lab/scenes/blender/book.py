"""An old dictionary, bound in cloth, on the veneer of a table."""
import math
import os

import sys

sys.path.insert(0, os.path.dirname(__file__))
import bpy
import room
import shapes
import surfaces

room.begin(strength=0.32)


W, H, T, BOARD, SQUARE = 0.134, 0.2, 0.037, 0.0026, 0.003
SERIF = "/usr/share/fonts/opentype/urw-base35/C059-Bold.otf"
ROMAN = "/usr/share/fonts/opentype/urw-base35/C059-Roman.otf"

# Cloth: threads of buckram, faded at the spine's side, rubbed to grey at edges and corners, gold letters half gone.
cloth = surfaces.Shader("cloth", (0.16, 0.02, 0.02), Roughness=0.7, Sheen=0.15)
threads = []
for stretch in ((1, 0.12, 1), (0.12, 1, 1)):
    threads.append(cloth.noise(2600, 2, 0.5, stretch=stretch))
weave = cloth.mix(0.5, *threads)
fade = cloth.noise(9, 6, 0.62)
colour = cloth.ramp(fade, [(0.35, (0.115, 0.011, 0.014)), (0.68, (0.175, 0.024, 0.022))])
colour = cloth.mix(0.5, colour, cloth.ramp(weave, [(0.4, (0.3,) * 3), (0.6, (0.68,) * 3)]), "OVERLAY")
place = cloth.node("SeparateXYZ")
cloth.links.new(cloth.place.outputs["Object"], place.inputs["Vector"])


def math_node(kind, a, b=0.0):
    node = cloth.node("Math", operation=kind)
    for slot, value in zip(node.inputs, (a, b)):
        if isinstance(value, (int, float)):
            slot.default_value = value
        else:
            cloth.links.new(value, slot)
    return node.outputs["Value"]


def ramped(value, low, high):
    node = cloth.node("MapRange")
    cloth.links.new(value, node.inputs["Value"])
    node.inputs["From Min"].default_value, node.inputs["From Max"].default_value = low, high
    return node.outputs["Result"]


# The spine lies outside the boards and is rubbed at its ends alone.
edge_x = math_node("ABSOLUTE", math_node("SUBTRACT", W / 2 + SQUARE, math_node("ABSOLUTE", place.outputs["X"])))
edge_y = math_node("SUBTRACT", H / 2 + SQUARE, math_node("ABSOLUTE", place.outputs["Y"]))
near = math_node("MINIMUM", edge_x, edge_y)
corner = math_node("ADD", edge_x, edge_y)
rub = math_node("MULTIPLY", math_node("ADD", ramped(near, 0.0024, 0.0), ramped(corner, 0.014, 0.003)), ramped(cloth.noise(240, 6, 0.7), 0.4, 0.62))
colour = cloth.mix(math_node("MINIMUM", rub, 0.85), colour, (0.42, 0.34, 0.28))
ring = cloth.node("VectorMath", operation="DISTANCE")
cloth.links.new(cloth.place.outputs["Object"], ring.inputs[0])
ring.inputs[1].default_value = (0.034, -0.06, T / 2 + BOARD)
cup = math_node("MULTIPLY", ramped(math_node("ABSOLUTE", math_node("SUBTRACT", ring.outputs["Value"], 0.036)), 0.0022, 0.0004), ramped(cloth.noise(35, 5, 0.6), 0.45, 0.62))
colour = cloth.mix(math_node("MULTIPLY", cup, 0.55), colour, (0.05, 0.008, 0.008))
title = cloth.node("TexImage", extension="CLIP", interpolation="Cubic")
title.image = surfaces.letter(
    [("DICȚIONAR", SERIF, 0, 0.42, 0.132), ("ROMÂN–FRANCEZ", SERIF, 0, 0.29, 0.083), ("FRANCEZ–ROMÂN", SERIF, 0, 0.19, 0.083), ("pentru uzul școlilor", ROMAN, 0, 0.06, 0.062), ("★", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 0, -0.28, 0.1), ("30 000 DE CUVINTE", ROMAN, 0, -0.5, 0.048)],
    "title", 1000, 1340)
title.image.colorspace_settings.name = "Non-Color"
on_cover = cloth.node("Mapping", vector_type="POINT")
on_cover.inputs["Scale"].default_value = (1 / 0.12, 1 / 0.1608, 1)
on_cover.inputs["Location"].default_value = (0.5, 0.5, 0)
cloth.links.new(cloth.place.outputs["Object"], on_cover.inputs["Vector"])
cloth.links.new(on_cover.outputs["Vector"], title.inputs["Vector"])
ink = cloth.ramp(title.outputs["Color"], [(0.35, (1, 1, 1)), (0.65, (0, 0, 0))])
upwards = math_node("GREATER_THAN", place.outputs["Z"], T / 2)
gold = math_node("MULTIPLY", math_node("MULTIPLY", ink, upwards), title.outputs["Alpha"])
left = math_node("MULTIPLY", gold, math_node("SUBTRACT", 1.0, math_node("MULTIPLY", ramped(cloth.noise(330, 6, 0.75), 0.56, 0.66), 0.85)))
cloth.set("Base Color", cloth.mix(left, colour, (0.62, 0.44, 0.18)))
cloth.set("Metallic", math_node("MULTIPLY", left, 0.85))
cloth.set("Roughness", cloth.mix(left, (0.72,) * 3, (0.38,) * 3))
cloth.bump(weave, 0.00025, 0.55)
cloth.bump(gold, -0.0002, 0.7)
cloth.bump(cloth.noise(16, 4), 0.0012, 0.3)


def leaf(x, y, z):
    """Points of the case sag and bulge a little, as covers that stood on a shelf do."""
    return (x, y, z + 0.0011 * math.sin(3 * x / W + 0.5) * math.cos(2.2 * y / H) + 0.0016 * max(0, x / W - 0.1) * (1 if z > 0 else 0) * (1 + 0.8 * y / H))


def plate(name, z, columns=50, rows=70):
    """A board under cloth: soft edges, corners knocked blunt, a groove along the hinge."""
    thick = BOARD
    w, h, points, faces = W + 2 * SQUARE, H + 2 * SQUARE, [], []
    for face in (1, -1):
        for j in range(rows + 1):
            for i in range(columns + 1):
                a, b = math.sin((i / columns - 0.5) * math.pi), math.sin((j / rows - 0.5) * math.pi)
                x, y = a * w / 2, b * h / 2
                cut = max(0, abs(x) + abs(y) - (w / 2 + h / 2 - 0.0028))
                x, y = x - math.copysign(cut * 0.7, x), y - math.copysign(cut * 0.7, y)
                inset = min(w / 2 - abs(x), h / 2 - abs(y))
                rounding = thick / 2 * (1 - math.sqrt(max(0, 1 - max(0, 1 - inset / (thick * 0.55)) ** 2)))
                hinge = 0.0015 * math.exp(-((x + w / 2 - 0.0085) / 0.0022) ** 2)
                points.append(leaf(x, y, z + face * (thick / 2 - rounding) - (hinge if face * z > 0 else 0) * face))
    n, size = columns + 1, (columns + 1) * (rows + 1)
    for f in range(2):
        for j in range(rows):
            for i in range(columns):
                quad = tuple(f * size + v for v in (j * n + i, j * n + i + 1, (j + 1) * n + i + 1, (j + 1) * n + i))
                faces.append(quad if f == 0 else tuple(reversed(quad)))
    thing = shapes.mesh(name, points, faces, cloth)
    weld = thing.modifiers.new("weld", "WELD")
    weld.merge_threshold = 0.00005
    parts.append(thing)


parts = []
plate("front", T / 2 + BOARD / 2)
plate("back", -T / 2 - BOARD / 2)
# The spine: a flat curve from board to board.
points, faces = [], []
for j in range(61):
    y = (j / 60 - 0.5) * (H + 2 * SQUARE)
    for i in range(25):
        angle = math.pi * (i / 24 - 0.5)
        squeeze = 1 - 0.012 * math.exp(-((abs(y) - H / 2 - SQUARE) / 0.004) ** 2)
        points.append((-W / 2 - SQUARE * 0.6 - 0.0085 * math.cos(angle) * squeeze, y, (T / 2 + BOARD * 0.95) * math.sin(angle) * squeeze))
for j in range(60):
    for i in range(24):
        a = j * 25 + i
        faces.append((a, a + 25, a + 26, a + 1))
spine = shapes.mesh("spine", points, faces, cloth)
spine.modifiers.new("thick", "SOLIDIFY").thickness = 0.0012
parts.append(spine)

# Pages: hundreds of leaves, yellow at the rim, waved by damp, thumbed dark in the middle.
paper = surfaces.Shader("paper", (0.6, 0.5, 0.33), Roughness=0.9)
sheets = paper.noise(1.0, 3, 0.7, stretch=(6, 6, 5200))
gather = paper.noise(1.0, 2, 0.5, stretch=(3, 3, 420))
thumb = paper.noise(22, 5, 0.65, stretch=(1, 1, 1.5))
tone = paper.mix(0.65, paper.ramp(thumb, [(0.35, (0.42, 0.31, 0.17)), (0.65, (0.62, 0.51, 0.34))]), paper.ramp(sheets, [(0.36, (0.2,) * 3), (0.6, (0.72,) * 3)]), "OVERLAY")
paper.set("Base Color", paper.mix(0.4, tone, paper.ramp(gather, [(0.4, (0.35,) * 3), (0.6, (0.6,) * 3)]), "OVERLAY"))
paper.bump(sheets, 0.0004, 0.8)
paper.bump(gather, 0.0007, 0.7)
points, faces = [], []
across, up = 60, 40
rim = [(-W / 2, -H / 2), (W / 2, -H / 2), (W / 2, H / 2), (-W / 2, H / 2)]
for k in range(up + 1):
    z = (k / up - 0.5) * (T + 0.0006)
    for side in range(4):
        (x0, y0), (x1, y1) = rim[side], rim[(side + 1) % 4]
        for i in range(across):
            t = i / across
            x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            # The fore edge is hollow, and leaves shift against each other.
            x += (-0.004 * math.cos(math.pi * z / T) if side == 1 or abs(x - W / 2) < 1e-6 else 0) + 0.0011 * (z / T)
            points.append(leaf(x, y, z))
n = across * 4
for k in range(up):
    for i in range(n):
        faces.append((k * n + i, k * n + (i + 1) % n, (k + 1) * n + (i + 1) % n, (k + 1) * n + i))
parts.append(shapes.mesh("leaves", points, faces, paper, smooth=False))
holder = bpy.data.objects.new("book", None)
bpy.context.collection.objects.link(holder)
for part in parts:
    part.parent = holder
holder.location = (0, 0, T / 2 + BOARD + 0.0012)
holder.rotation_euler[2] = math.radians(17)

# Table: walnut veneer under old varnish.
wood = surfaces.Shader("veneer", (0.2, 0.09, 0.04), Roughness=0.22, Specular=0.5)
bend = wood.noise(2.2, 3, 0.5, stretch=(0.5, 1, 1))
lines = wood.node("TexNoise", Scale=1.0, Detail=9.0, Roughness=0.6, Distortion=0.35)
wood.links.new(wood.scaled((2.2, 34, 1)), lines.inputs["Vector"])
pores = wood.noise(1.0, 3, 0.6, stretch=(75, 1500, 1))
colour = wood.ramp(lines.outputs["Fac"], [(0.28, (0.085, 0.034, 0.015)), (0.5, (0.17, 0.075, 0.033)), (0.72, (0.27, 0.13, 0.06))])
colour = wood.mix(0.4, colour, wood.ramp(bend, [(0.35, (0.3,) * 3), (0.65, (0.68,) * 3)]), "OVERLAY")
colour = wood.mix(wood.ramp(pores, [(0.34, (0.75,) * 3), (0.42, (0, 0, 0))]), colour, (0.04, 0.016, 0.008))
wood.set("Base Color", colour)
wood.set("Roughness", wood.ramp(wood.noise(7, 8, 0.7), [(0.38, (0.12,) * 3), (0.68, (0.34,) * 3)]))
wood.bump(pores, 0.00012, 0.5)
wood.bump(wood.noise(5, 4), 0.003, 0.08)
shapes.box("table", (1.6, 0.9, 0.03), (0.1, 0.17, -0.015), wood, 0.006)
dust = surfaces.Shader("dust", (0.55, 0.52, 0.48), Roughness=0.9)
shapes.scatter_crumbs(dust, 260, (-0.35, 0.35, -0.25, 0.4, 0), (0.00015, 0.0006), 4)
shapes.scatter_lint(dust, 16, (-0.3, 0.3, -0.2, 0.35, 0), 0.012, 0.00004, 6)

room.window((-1.6, -0.5, 1.15), (0, 0.1, 0), 1.3, 1.3, 60, panes=(2, 2), bar=0.07)
room.light((0.7, -0.5, 1.9), (0, 0, 0), 0.4, 0.4, 16, (1, 0.78, 0.52))
room.camera((0.028, -0.225, 0.3), (0.004, 0.004, 0.02), focal=27, aperture=1.8, roll=1.9)
room.render(warmth=0.05, bias=-0.35)
