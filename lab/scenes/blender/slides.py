"""A pair of worn rubber slides on a bathroom's tiles, by the phone's own flash."""
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(__file__))
import bpy
import room
import shapes
import surfaces

room.begin(strength=0.1)

LONG, WIDE = 0.272, 0.1
SOLE = surfaces.Shader("sole", (0.016, 0.018, 0.024), Roughness=0.55, Specular=0.4)
BED = surfaces.Shader("bed", (0.02, 0.022, 0.03), Roughness=0.6, Specular=0.35)
STRAP = surfaces.Shader("strap", (0.018, 0.02, 0.028), Roughness=0.42, Specular=0.45)


def half_widths(t):
    """Of a left foot's sole at `t` of its length from the heel: how far it reaches inwards (+x) and outwards."""
    def blend(stops):
        for (t0, v0), (t1, v1) in zip(stops, stops[1:]):
            if t0 <= t <= t1:
                f = (t - t0) / (t1 - t0)
                return v0 + (v1 - v0) * (3 * f * f - 2 * f**3)
        return stops[-1][1]
    inner = blend([(0, 0.029), (0.14, 0.0345), (0.45, 0.03), (0.74, 0.0475), (0.9, 0.0465), (1, 0.043)])
    outer = blend([(0, 0.029), (0.16, 0.036), (0.5, 0.042), (0.72, 0.049), (0.88, 0.044), (1, 0.037)])
    # Round heel and toe.
    heel = math.sqrt(max(0, 1 - max(0, 1 - t / 0.11) ** 2.3))
    toe = math.sqrt(max(0, 1 - max(0, 1 - (1 - t) / 0.19) ** 2.2))
    return inner * heel * toe, outer * heel * toe


def height(t, s):
    """Of the bed at `t` along and `s` across (-1 outer, 1 inner): cupped, with a heel's bowl, an arch and toes' hollow."""
    base = 0.027 + 0.006 * math.cos(min(1, t / 0.55) * math.pi) * 0.5 + 0.010 * max(0, (t - 0.8) / 0.2) ** 2
    rim = 0.0055 * abs(s) ** 3.2
    arch = 0.006 * math.exp(-((t - 0.42) / 0.13) ** 2) * max(0, s) ** 1.5
    bowl = -0.0035 * math.exp(-((t - 0.15) / 0.1) ** 2) * (1 - s * s)
    ball = -0.0028 * math.exp(-((t - 0.72) / 0.1) ** 2) * (1 - s * s)
    return base + rim + arch + bowl + ball


def wear(shader, colour, pale, rubbed=0.55):
    """Dust in what is rough, a grey bloom on what is old rubber."""
    bloom = shader.ramp(shader.noise(32, 7, 0.65), [(0.42, (0, 0, 0)), (0.75, (rubbed,) * 3)])
    grit = shader.ramp(shader.noise(900, 3, 0.6), [(0.6, (0, 0, 0)), (0.72, (0.5,) * 3)])
    shader.set("Base Color", shader.mix(grit, shader.mix(bloom, colour, pale), (0.16, 0.15, 0.14)))
    shader.bump(shader.noise(1300, 3), 0.00008, 0.5)
    shader.set("Roughness", shader.ramp(shader.noise(40, 6, 0.65), [(0.4, (0.4,) * 3), (0.7, (0.62,) * 3)]))


wear(SOLE, (0.014, 0.016, 0.022), (0.05, 0.05, 0.052))
wear(STRAP, (0.014, 0.016, 0.024), (0.045, 0.046, 0.05), 0.5)
# The bed: moulded pips, worn smooth and shiny where heel and ball stand, in prints that every worn pair has.
pips = surfaces.cells(BED, 260, "Distance", randomness=0.0)
foot = BED.node("Attribute", attribute_name="foot")
dome = BED.ramp(pips, [(0.0, (1, 1, 1)), (0.42, (0, 0, 0))])
flat = BED.mix(foot.outputs["Fac"], dome, (0.6,) * 3)
grit = BED.ramp(BED.noise(700, 4, 0.7), [(0.52, (0, 0, 0)), (0.75, (0.55,) * 3)])
low = BED.mix(dome, grit, (0, 0, 0))
print_ = BED.mix(foot.outputs["Fac"], (0.02, 0.022, 0.028), (0.055, 0.05, 0.046))
skin = BED.mix(BED.noise(60, 6, 0.7), print_, BED.mix(0.5, print_, (0.075, 0.068, 0.062)))
BED.set("Base Color", BED.mix(low, skin, (0.16, 0.15, 0.135)))
BED.bump(flat, 0.0011, 0.7)
BED.bump(BED.noise(1200, 3), 0.00008, 0.4)
BED.set("Roughness", BED.mix(foot.outputs["Fac"], (0.58,) * 3, (0.36,) * 3))


def foot_stands(t, s):
    heel = math.exp(-(((t - 0.14) / 0.085) ** 2 + (s / 0.6) ** 2) ** 1.5)
    ball = math.exp(-(((t - 0.71 - 0.03 * s) / 0.075) ** 2 + (s / 0.8) ** 4) ** 1.5)
    toe = sum(math.exp(-(((t - a) / 0.028) ** 2 + ((s - b) / 0.16) ** 2)) for a, b in ((0.885, 0.48), (0.885, 0.08), (0.865, -0.2), (0.84, -0.45), (0.81, -0.66)))
    side = 0.5 * math.exp(-(((t - 0.42) / 0.2) ** 2 + ((s + 0.55) / 0.3) ** 2))
    return min(1, heel + ball + 0.85 * toe + side)


def slide(name, mirrored, at, turn):
    sign = -1 if mirrored else 1
    parts = []
    rows, columns = 150, 44
    points, faces, stands = [], [], []
    for i in range(rows + 1):
        t = 0.5 - 0.5 * math.cos(math.pi * i / rows)
        inner, outer = half_widths(t)
        for j in range(columns + 1):
            s = math.sin((j / columns - 0.5) * math.pi)
            x = s * (inner if s > 0 else outer) * 0.985
            points.append((sign * x, (t - 0.5) * LONG * 0.985, height(t, s)))
            stands.append(foot_stands(t, s))
    n = columns + 1
    for i in range(rows):
        for j in range(columns):
            quad = (i * n + j, i * n + j + 1, (i + 1) * n + j + 1, (i + 1) * n + j)
            faces.append(quad if not mirrored else tuple(reversed(quad)))
    bed = shapes.mesh("bed", points, faces, BED)
    bed.data.attributes.new("foot", "FLOAT", "POINT").data.foreach_set("value", stands)
    parts.append(bed)
    # The side: a rounded lip, a groove round the middle, an outsole that flares.
    ring = []
    for i in range(rows + 1):
        t = 0.5 - 0.5 * math.cos(math.pi * i / rows)
        ring.append((half_widths(t)[0], t, 1))
    for i in range(rows, -1, -1):
        t = 0.5 - 0.5 * math.cos(math.pi * i / rows)
        ring.append((-half_widths(t)[1], t, -1))
    profile = [(-0.005, -0.0008, 1), (-0.0018, 0.0, 1), (-0.0004, 0.0006, 1), (0.0008, 0.0, 1), (0.0016, -0.0016, 1), (0.0018, -0.004, 1), (0.0012, -0.0075, 1), (0.0006, 0.0142, 0), (-0.0008, 0.0136, 0), (-0.0008, 0.0124, 0), (0.0008, 0.0118, 0), (0.0016, 0.0095, 0), (0.0022, 0.004, 0), (0.0018, 0.0009, 0), (0.0004, 0.0, 0), (-0.004, 0.0, 0)]
    points, faces = [], []
    for x, t, side in ring:
        y = (t - 0.5) * LONG
        long = math.hypot(x, (t - 0.5) * LONG * 0.45) + 1e-6
        nx, ny = x / long, (t - 0.5) * LONG * 0.45 / long
        top = height(t, side)
        for out, z, from_top in profile:
            points.append((sign * (x + nx * out), y + ny * out, top + z if from_top else z))
    m, k = len(ring), len(profile)
    for i in range(m):
        for j in range(k - 1):
            quad = (i * k + j, ((i + 1) % m) * k + j, ((i + 1) % m) * k + j + 1, i * k + j + 1)
            faces.append(quad if mirrored else tuple(reversed(quad)))
    wallside = shapes.mesh("side", points, faces, SOLE)
    shapes.subdivide(wallside, 1)
    parts.append(wallside)
    # The strap: wide over the instep, wider inside than out, edges rolled, sunk into the sole's sides.
    across, along = 60, 40
    points, faces = [], []
    thick = 0.0042
    middle = 0.66
    for face in (1, 0):
        for i in range(across + 1):
            a = i / across
            angle = math.pi * a
            for j in range(along + 1):
                b = j / along
                span = 0.036 + 0.01 * math.cos(angle) + 0.012 * abs(math.cos(angle)) ** 2
                t = middle + (b - 0.5) * 2 * span / LONG * 1.12 + 0.028 * math.cos(angle) * -1
                inner, outer = half_widths(min(0.93, t))
                reach = (inner if math.cos(angle) > 0 else outer) + 0.0012
                x = reach * math.copysign(abs(math.cos(angle)) ** 0.72, math.cos(angle))
                up = 0.056 - 0.017 * (b - 0.45) - 0.006 * math.cos(angle) * -1
                z = 0.0125 + up * math.sin(angle) ** 0.78
                nx, nz = math.cos(angle), math.sin(angle)
                edge = min(b, 1 - b) * span * 2
                rounding = thick / 2 * (1 - math.sqrt(max(0, 1 - max(0, 1 - edge / (thick / 2)) ** 2)))
                # A flange runs round the edge, and the middle swells a little.
                pad = 0.0011 * (1 / (1 + math.exp(-(edge - 0.0075) * 2200)))
                shift = (thick / 2 + pad - rounding) * (1 if face else -1)
                if not face:
                    shift = -thick / 2 + rounding
                points.append((sign * (x + nx * shift), (t - 0.5) * LONG, z + nz * shift))
    n = along + 1
    size = (across + 1) * n
    for face in range(2):
        for i in range(across):
            for j in range(along):
                quad = tuple(face * size + v for v in (i * n + j, (i + 1) * n + j, (i + 1) * n + j + 1, i * n + j + 1))
                faces.append(quad if (face == 0) != mirrored else tuple(reversed(quad)))
    for i in range(across):
        for j in (0, along):
            faces.append((i * n + j, (i + 1) * n + j, size + (i + 1) * n + j, size + i * n + j))
    strap = shapes.mesh("strap", points, faces, STRAP)
    shapes.subdivide(strap, 1)
    parts.append(strap)
    # A broad bar and a narrow one, raised, as every such pair has some mark of its own.
    for place, half in ((-0.6, 0.0072), (0.62, 0.0022)):
        points, faces = [], []
        steps = 30
        for i in range(steps + 1):
            a = 0.26 + 0.40 * i / steps
            angle = math.pi * a
            for b, lift in ((-half - 0.0004, -0.001), (-half, 0.0009), (-half + 0.0007, 0.0012), (half - 0.0007, 0.0012), (half, 0.0009), (half + 0.0004, -0.001)):
                t = middle + (place * 0.0128 + b + 0.03 * (a - 0.46)) / LONG + 0.028 * math.cos(angle) * -1
                inner, outer = half_widths(t)
                reach = (inner if math.cos(angle) > 0 else outer) + 0.0012
                x = reach * math.copysign(abs(math.cos(angle)) ** 0.72, math.cos(angle))
                across_share = (t - middle + 0.028 * math.cos(angle)) * LONG / 2 / 1.12 / (0.036 + 0.01 * math.cos(angle) + 0.012 * math.cos(angle) ** 2) + 0.5
                up = 0.056 - 0.017 * (across_share - 0.45) + 0.006 * math.cos(angle)
                z = 0.0125 + up * math.sin(angle) ** 0.78
                shift = 0.0021 + 0.0011 + lift * min(1, min(i, steps - i) / 1.5)
                points.append((sign * (x + math.cos(angle) * shift), (t - 0.5) * LONG, z + math.sin(angle) * shift))
        for i in range(steps):
            for j in range(5):
                quad = (i * 6 + j, (i + 1) * 6 + j, (i + 1) * 6 + j + 1, i * 6 + j + 1)
                faces.append(tuple(reversed(quad)) if mirrored else quad)
        parts.append(shapes.mesh("bar", points, faces, WHITE))
    holder = bpy.data.objects.new(name, None)
    bpy.context.collection.objects.link(holder)
    for part in parts:
        part.parent = holder
    holder.location = (*at, 0)
    holder.rotation_euler = (0, 0, turn)
    return holder


WHITE = surfaces.Shader("bars", (0.55, 0.54, 0.5), Roughness=0.5)
chipped = WHITE.ramp(WHITE.noise(260, 6, 0.7), [(0.6, (0, 0, 0)), (0.64, (1, 1, 1))])
WHITE.set("Base Color", WHITE.mix(chipped, WHITE.mix(WHITE.noise(50, 5), (0.4, 0.39, 0.36), (0.62, 0.6, 0.56)), (0.03, 0.032, 0.04)))
slide("left", False, (-0.063, 0.0), 0.07)
slide("right", True, (0.062, -0.021), -0.13)

# Bathroom tiles: matt stoneware with a cloudy print, grouted by hand.
tile = surfaces.Shader("tile", (0.5, 0.42, 0.33), Roughness=0.4, Specular=0.4)
which = tile.node("ObjectInfo")
shift = tile.node("VectorMath", operation="ADD")
far = tile.node("VectorMath", operation="SCALE")
far.inputs["Scale"].default_value = 37.0
step = tile.node("CombineXYZ")
tile.links.new(which.outputs["Random"], step.inputs["X"])
tile.links.new(which.outputs["Random"], step.inputs["Y"])
tile.links.new(step.outputs["Vector"], far.inputs[0])
tile.links.new(tile.place.outputs["Object"], shift.inputs[0])
tile.links.new(far.outputs["Vector"], shift.inputs[1])


def cloud(scale, detail=6.0, rough=0.6, distortion=0.0):
    node = tile.node("TexNoise", Scale=scale, Detail=detail, Roughness=rough, Distortion=distortion)
    tile.links.new(shift.outputs["Vector"], node.inputs["Vector"])
    return node.outputs["Fac"]


colour = tile.ramp(cloud(7, 8, 0.62, 0.8), [(0.3, (0.30, 0.235, 0.165)), (0.5, (0.43, 0.35, 0.26)), (0.7, (0.55, 0.47, 0.37))])
vein = tile.ramp(cloud(3.4, 8, 0.62, 0.5), [(0.465, (0, 0, 0)), (0.5, (0.34,) * 3), (0.535, (0, 0, 0))])
colour = tile.mix(vein, colour, (0.62, 0.55, 0.45))
tile.set("Base Color", tile.mix(tile.ramp(cloud(160, 5, 0.65), [(0.58, (0, 0, 0)), (0.7, (0.5,) * 3)]), colour, (0.25, 0.19, 0.13)))
tile.bump(cloud(70, 5), 0.0006, 0.35)
tile.bump(cloud(9, 3), 0.002, 0.3)
tile.set("Roughness", tile.ramp(cloud(14, 6), [(0.35, (0.24,) * 3), (0.65, (0.42,) * 3)]))
grout = surfaces.Shader("grout", (0.3, 0.27, 0.23), Roughness=0.95)
grout.set("Base Color", grout.ramp(grout.noise(22, 6, 0.65), [(0.35, (0.15, 0.13, 0.105)), (0.65, (0.36, 0.32, 0.27))]))
grout.bump(grout.noise(500, 4), 0.0006, 0.6)
dice = random.Random(17)
shapes.plane("grout", (3, 3), (0, 0, -0.0016), shader=grout)
for i in range(-4, 5):
    for j in range(-4, 6):
        lean = (dice.gauss(0, 0.0018), dice.gauss(0, 0.0018), dice.gauss(0, 0.002))
        shapes.box("tile", (0.3262, 0.3262, 0.009), (0.11 + i * 0.33 + dice.gauss(0, 0.0004), 0.03 + j * 0.33, -0.0045 + dice.gauss(0, 0.0002)), tile, 0.0013, lean)
lint = surfaces.Shader("lint", (0.06, 0.05, 0.045), Roughness=0.8)
shapes.scatter_lint(lint, 11, (-0.3, 0.3, -0.25, 0.3, 0.0), 0.09, 0.00005, 14)
shapes.scatter_crumbs(lint, 60, (-0.35, 0.35, -0.3, 0.3, 0), (0.0003, 0.0012), 3)

room.light((0.5, 0.7, 2.2), (0, 0, 0), 0.35, 0.35, 13, (1, 0.8, 0.56))
room.camera((0.02, -0.235, 0.455), (0.004, 0.0, 0.01), focal=27, aperture=1.8, roll=2.3)
room.flash(1.5)
room.render(warmth=0.05, corners=0.45, grain=1.3)
