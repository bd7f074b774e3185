"""A printed mug on a kitchen's worktop, before its tiles."""
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(__file__))
import room
import shapes
import surfaces

room.begin(strength=0.3)

WALL = 0.0042
SERIF = "/usr/share/fonts/opentype/urw-base35/URWBookman-Demi.otf"
HAND = "/usr/share/fonts/opentype/urw-base35/Z003-MediumItalic.otf"

# Body: straight, a little bellied, with a soft foot.
PROFILE = [(0.0, 0.0032), (0.025, 0.0031), (0.0285, 0.0022), (0.0295, 0.0004), (0.0312, 0.0), (0.0335, 0.0004), (0.0362, 0.0028), (0.0388, 0.0075), (0.0402, 0.014)]
PROFILE += [(0.0406 + 0.0005 * math.sin(i / 12 * 3.1), 0.014 + 0.0765 * i / 12) for i in range(1, 13)]
TOP = PROFILE[-1]
PROFILE += [(TOP[0] - WALL / 2 + WALL / 2 * math.cos(a) , TOP[1] + WALL / 2 * 1.15 * math.sin(a)) for a in (0.4, 0.8, 1.2, 1.57, 1.95, 2.35, 2.75, 3.14)]
PROFILE += [(TOP[0] - WALL, 0.09), (0.0364, 0.06), (0.0362, 0.025), (0.0345, 0.012), (0.029, 0.0072), (0.015, 0.0062), (0.0, 0.0061)]


def outer_radius(z):
    outside = PROFILE[4 : 9 + 12]
    for (r0, z0), (r1, z1) in zip(outside, outside[1:]):
        if z0 <= z <= z1:
            return r0 + (r1 - r0) * (z - z0) / (z1 - z0 + 1e-9)
    return outside[-1][0]


glaze = surfaces.Shader("glaze", (0.78, 0.76, 0.71), Roughness=0.07, Specular=0.55)
place = glaze.node("SeparateXYZ")
glaze.links.new(glaze.place.outputs["Object"], place.inputs["Vector"])


def math_node(kind, a, b=0.0):
    node = glaze.node("Math", operation=kind)
    for slot, value in zip(node.inputs, (a, b)):
        if isinstance(value, (int, float)):
            slot.default_value = value
        else:
            glaze.links.new(value, slot)
    return node.outputs["Value"]


# The print runs round the front (towards -y): its image is 1 wide and 1/2 high, 86 mm of the wall.
around = math_node("ARCTAN2", place.outputs["X"], math_node("MULTIPLY", place.outputs["Y"], -1.0))
u = math_node("ADD", math_node("MULTIPLY", around, 0.0408 / 0.086), 0.5)
v = math_node("DIVIDE", math_node("SUBTRACT", place.outputs["Z"], 0.0265), 0.043)
flat = glaze.node("CombineXYZ")
glaze.links.new(u, flat.inputs["X"])
glaze.links.new(v, flat.inputs["Y"])
words = [("Fără cafea", HAND, 0, 0.13, 0.19), ("NU VORBESC", SERIF, 0, -0.02, 0.115), ("cu nimeni", HAND, 0, -0.16, 0.15)]
picture = glaze.node("TexImage", extension="EXTEND", interpolation="Cubic")
picture.image = surfaces.letter(words, "print", 1400, 700)
picture.image.colorspace_settings.name = "Non-Color"
glaze.links.new(flat.outputs["Vector"], picture.inputs["Vector"])
ink = glaze.ramp(picture.outputs["Color"], [(0.3, (1, 1, 1)), (0.7, (0, 0, 0))])
# Years of washing ate at the print.
worn = glaze.ramp(glaze.noise(420, 5, 0.7), [(0.54, (0.92, 0.92, 0.92)), (0.62, (0.25, 0.25, 0.25))])
# Tea has stained the inside, mostly where it stood.
radius = math_node("SQRT", math_node("ADD", math_node("POWER", place.outputs["X"], 2.0), math_node("POWER", place.outputs["Y"], 2.0)))
inside = math_node("LESS_THAN", radius, 0.0383)
low = glaze.node("MapRange")
glaze.links.new(place.outputs["Z"], low.inputs["Value"])
for key, value in (("From Min", 0.084), ("From Max", 0.06)):
    low.inputs[key].default_value = value
stain = math_node("MULTIPLY", math_node("MULTIPLY", inside, low.outputs["Result"]), glaze.noise(45, 5, 0.65))
red = glaze.mix(glaze.noise(22, 4), (0.27, 0.008, 0.01), (0.36, 0.014, 0.014))
stained = glaze.mix(stain, red, (0.12, 0.02, 0.008))
# The glaze ran thin at the lip, unevenly.
edge = glaze.node("MapRange")
glaze.links.new(math_node("ADD", place.outputs["Z"], math_node("MULTIPLY", glaze.noise(60, 4), 0.0016)), edge.inputs["Value"])
for key, value in (("From Min", 0.0916), ("From Max", 0.0936)):
    edge.inputs[key].default_value = value
printed = glaze.mix(glaze.mix(1.0, ink, worn, "MULTIPLY"), red, (0.7, 0.66, 0.6))
coloured = glaze.mix(edge.outputs["Result"], printed, (0.46, 0.11, 0.06))
foot = math_node("LESS_THAN", place.outputs["Z"], 0.0016)
glaze.set("Base Color", glaze.mix(foot, glaze.mix(inside, coloured, stained), (0.6, 0.53, 0.44)))
glaze.bump(glaze.noise(38, 3), 0.0005, 0.22)
glaze.bump(glaze.noise(500, 2), 0.00003, 0.25)
smudge = glaze.ramp(glaze.noise(24, 6, 0.6), [(0.5, (0.06,) * 3), (0.7, (0.17,) * 3)])
glaze.set("Roughness", smudge)

body = shapes.lathe("mug", PROFILE, glaze, 128)
shapes.subdivide(body, 1)

# The handle: an oval drawn along an ear, which widens into the wall as clay does that is smoothed on.
SPINE = [(0.0385, 0.0772), (0.046, 0.0785), (0.0555, 0.0775), (0.0645, 0.0715), (0.0688, 0.0605), (0.0682, 0.0485), (0.0632, 0.0385), (0.0555, 0.0305), (0.0475, 0.0248), (0.0385, 0.0205)]
STEPS, ROUND, FILLET = 96, 40, 0.0052


def spine(t):
    t *= len(SPINE) - 1
    i = min(int(t), len(SPINE) - 2)
    p = [SPINE[max(0, min(len(SPINE) - 1, i + k))] for k in (-1, 0, 1, 2)]
    f = t - i
    return [0.5 * (2 * b + (c - a) * f + (2 * a - 5 * b + 4 * c - d) * f * f + (3 * b - a - 3 * c + d) * f**3) for a, b, c, d in zip(*p)]


points, faces = [], []
for step in range(STEPS + 1):
    t = step / STEPS
    x, z = spine(t)
    ax, az = spine(max(0, t - 0.004))
    bx, bz = spine(min(1, t + 0.004))
    long = math.hypot(bx - ax, bz - az)
    nx, nz = -(bz - az) / long, (bx - ax) / long
    for k in range(ROUND):
        angle = 2 * math.pi * k / ROUND
        thick, wide = 0.0041 + 0.0004 * math.sin(7 * t), 0.0072 - 0.0012 * math.sin(math.pi * t)
        for _ in range(2):
            px, py, pz = x + nx * thick * math.cos(angle), wide * math.sin(angle), z + nz * thick * math.cos(angle)
            away = max(0.0, math.hypot(px, py) - outer_radius(pz))
            swell = FILLET - math.sqrt(max(0, FILLET**2 - max(0, FILLET - away) ** 2))
            thick, wide = 0.0041 + swell * 0.5, 0.0072 - 0.0012 * math.sin(math.pi * t) + swell * 0.5
        reach = math.hypot(px, py)
        inmost = outer_radius(pz) - 0.0012
        if reach < inmost:
            px, py = px * inmost / reach, py * inmost / reach
        points.append((px, py, pz))
for step in range(STEPS):
    for k in range(ROUND):
        n = (k + 1) % ROUND
        faces.append((step * ROUND + k, step * ROUND + n, (step + 1) * ROUND + n, (step + 1) * ROUND + k))
handle = shapes.mesh("handle", points, faces, glaze)
for thing in (body, handle):
    thing.rotation_euler[2] = math.radians(1)

# Worktop: a laminate printed like granite.
top = surfaces.Shader("worktop", (0.5, 0.46, 0.4), Roughness=0.3, Specular=0.45)
colour = top.mix(top.noise(14, 5), (0.42, 0.37, 0.3), (0.52, 0.47, 0.4))
for scale, share, tint in ((340, 0.3, (0.66, 0.62, 0.55)), (450, 0.28, (0.2, 0.15, 0.11)), (700, 0.2, (0.08, 0.07, 0.06)), (900, 0.16, (0.78, 0.74, 0.68))):
    grey = top.node("RGBToBW")
    wobble = top.node("VectorMath", operation="ADD")
    shifted = top.node("TexNoise", Scale=scale * 1.7, Detail=3.0)
    top.links.new(top.scaled(1), shifted.inputs["Vector"])
    scaled = top.node("VectorMath", operation="SCALE")
    scaled.inputs["Scale"].default_value = 0.9 / scale
    top.links.new(shifted.outputs["Color"], scaled.inputs[0])
    top.links.new(top.scaled(1), wobble.inputs[0])
    top.links.new(scaled.outputs["Vector"], wobble.inputs[1])
    flecks = top.node("TexVoronoi", Scale=float(scale))
    top.links.new(wobble.outputs["Vector"], flecks.inputs["Vector"])
    top.links.new(flecks.outputs["Color"], grey.inputs["Color"])
    colour = top.mix(top.ramp(grey.outputs["Val"], [(share - 0.03, (0.85,) * 3), (share, (0, 0, 0))]), colour, tint)
top.set("Base Color", colour)
top.bump(top.noise(900, 2), 0.00006, 0.5)
top.set("Roughness", top.ramp(top.noise(9, 7, 0.65), [(0.38, (0.2,) * 3), (0.62, (0.36,) * 3)]))
shapes.box("worktop", (2.4, 0.62, 0.038), (0, 0.06, -0.019), top, 0.006)

# Wall: glazed tiles, none quite in the plane of the next.
tile = surfaces.Shader("tile", (0.74, 0.73, 0.69), Roughness=0.1)
tile.bump(tile.noise(18, 2), 0.0008, 0.3)
grout = surfaces.Shader("grout", (0.38, 0.35, 0.3), Roughness=0.95)
shapes.plane("grout", (3, 1.2), (0, 0.378, 0.5), (math.pi / 2, 0, 0), grout)
dice = random.Random(11)
for i in range(-7, 8):
    for j in range(3):
        lean = (math.pi / 2 + dice.gauss(0, 0.006), dice.gauss(0, 0.003), dice.gauss(0, 0.006))
        shapes.box("tile", (0.1472, 0.1472, 0.006), (0.035 + i * 0.15, 0.374, 0.083 + j * 0.15), tile, 0.0012, lean)

# What stands about, cut off by the frame and out of focus.
steel = surfaces.Shader("steel", (0.62, 0.61, 0.6), Metallic=1.0, Roughness=0.22)
steel.bump(steel.noise(300, 2, stretch=(1, 1, 0.01)), 0.0001, 0.2)
shapes.lathe("kettle", [(0, 0), (0.075, 0), (0.078, 0.004), (0.078, 0.02), (0.074, 0.024), (0.07, 0.12), (0.06, 0.18), (0.05, 0.19)], steel).location = (0.285, 0.265, 0)
board = surfaces.Shader("board", (0.45, 0.27, 0.13), Roughness=0.6)
grain = board.noise(7, 8, 0.6, stretch=(1, 1, 14))
board.set("Base Color", board.ramp(grain, [(0.35, (0.36, 0.2, 0.09)), (0.62, (0.52, 0.33, 0.17))]))
shapes.box("board", (0.30, 0.018, 0.2), (-0.27, 0.345, 0.1), board, 0.006, (-0.12, 0, 0))

crumb = surfaces.Shader("crumb", (0.5, 0.33, 0.16), Roughness=0.9)
shapes.scatter_crumbs(crumb, 46, (-0.3, 0.25, -0.22, 0.2, 0), (0.0003, 0.0013), 5, lambda x, y: math.hypot(x, y) > 0.05)
shapes.scatter_crumbs(crumb, 9, (-0.1, -0.06, -0.12, -0.07, 0), (0.0004, 0.0022), 8)

room.window((-1.2, -0.45, 0.75), (0, 0.05, 0.1), 1.1, 1.2, 30, panes=(2, 2), bar=0.07)
room.light((0.25, 0.0, 1.6), (0.1, 0.05, 0), 0.35, 0.35, 4.5, (1, 0.72, 0.45))

room.camera((0.022, -0.235, 0.172), (0.006, 0.0, 0.047), focal=27, aperture=1.7, focus=0.245, roll=1.6)
room.render(warmth=0.03)
