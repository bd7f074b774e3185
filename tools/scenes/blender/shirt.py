"""A cotton T-shirt laid out on a bed's sheet, with the folds that a drawer left."""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import numpy as np
import room
import shapes
import surfaces

room.begin(strength=0.2)

# Half of the outline, from the middle of the back's neck round to the hem's middle, in metres.
SHOULDER, SLEEVE_TOP, SLEEVE_LOW, ARMPIT, HEM = (0.092, 0.305), (0.392, 0.165), (0.322, 0.043), (0.27, 0.088), (0.278, -0.345)
GOTHIC = "/usr/share/fonts/opentype/urw-base35/URWGothic-Demi.otf"
SANS = "/usr/share/fonts/opentype/urw-base35/NimbusSans-Bold.otf"
STEP = 0.0009


def curve(points, rounds=14):
    """Catmull-Rom through points."""
    p = [np.array(q) for q in points]
    p = [2 * p[0] - p[1], *p, 2 * p[-1] - p[-2]]
    out = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:]):
        for i in range(rounds):
            f = i / rounds
            out.append(0.5 * (2 * b + (c - a) * f + (2 * a - 5 * b + 4 * c - d) * f * f + (3 * b - a - 3 * c + d) * f**3))
    return out + [p[-2]]


def outline(neck_depth):
    """Points of the whole outline, and which runs of it are neck and hems."""
    # Round at its middle: a point of the other half gives the way, and its run is left out.
    neck = curve([(-0.055, 0.294 - neck_depth * 0.72), (0, 0.29 - neck_depth), (0.055, 0.294 - neck_depth * 0.72), (0.085, 0.3 - neck_depth * 0.12), SHOULDER])[14:]
    shoulder = curve([SHOULDER, (0.21, 0.276), (0.305, 0.232), SLEEVE_TOP])
    cuff = curve([SLEEVE_TOP, (0.36, 0.1), SLEEVE_LOW])
    under = curve([SLEEVE_LOW, (0.293, 0.068), ARMPIT, (0.263, 0.05)])
    side = curve([(0.263, 0.05), (0.262, -0.1), (0.27, -0.23), HEM])
    hem = curve([HEM, (0.14, -0.356), (0, -0.359)])
    return {"neck": neck, "shoulder": shoulder, "cuff": cuff, "under": under, "side": side, "hem": hem}


x = np.arange(-0.41, 0.41, STEP)
y = np.arange(-0.38, 0.33, STEP)
X, Y = np.meshgrid(x, y)
rng = np.random.default_rng(12)


def waves(scale, seed, rounds=6):
    g = np.random.default_rng(seed)
    out = np.zeros_like(X)
    for _ in range(rounds):
        a, k, p = g.uniform(0, 2 * np.pi), g.uniform(0.6, 1.6) / scale, g.uniform(0, 2 * np.pi)
        out += np.sin(k * (X * np.cos(a) + Y * np.sin(a)) * 2 * np.pi + p)
    return out / rounds**0.5


# The outline is not as cut, but as laid: bent a little everywhere.
BX, BY = X + 0.0035 * waves(0.21, 1) + 0.0007 * waves(0.06, 2), Y + 0.004 * waves(0.23, 3) + 0.0007 * waves(0.055, 4)


# Where the sleeve is sewn in.
ARMHOLE = curve([(0.218, 0.273), (0.222, 0.2), (0.238, 0.13), ARMPIT])


def distance(paths, mirrored=True):
    """From each point to the nearest of the paths' segments, and how far along the path that is."""
    best, along = np.full(X.shape, 9.0), np.zeros(X.shape)
    for path in paths:
        for sign in (1, -1) if mirrored else (1,):
            run = 0.0
            for a, b in zip(path, path[1:]):
                (ax, ay), (bx, by) = (a[0] * sign, a[1]), (b[0] * sign, b[1])
                long = math.hypot(bx - ax, by - ay) + 1e-9
                t = np.clip(((BX - ax) * (bx - ax) + (BY - ay) * (by - ay)) / long**2, 0, 1)
                d = np.hypot(BX - ax - t * (bx - ax), BY - ay - t * (by - ay))
                nearer = d < best
                best = np.where(nearer, d, best)
                along = np.where(nearer, run + t * long, along)
                run += long
    return best, along


def inside(parts):
    """Even–odd, by crossings of a ray to the right."""
    ring = [p for path in parts.values() for p in path]
    ring = [(px, py) for px, py in ring] + [(-px, py) for px, py in reversed(ring)]
    within = np.zeros(X.shape, bool)
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
        if ay == by:
            continue
        crossing = ((BY >= min(ay, by)) & (BY < max(ay, by))) & (BX < ax + (BY - ay) * (bx - ax) / (by - ay))
        within ^= crossing
    return within


def crease(cx, cy, way, long, wide, high, bend=0.0):
    """One fold: a rounded ridge along a bent line, steeper on one side, that runs out at both ends."""
    u = (X - cx) * math.cos(way) + (Y - cy) * math.sin(way)
    v = (Y - cy) * math.cos(way) - (X - cx) * math.sin(way) - bend * u * u + 0.004 * np.sin(u * 31 + cx * 90)
    v = np.where(v > 0, v, v * 0.55)
    return high * np.exp(-((v / wide) ** 2)) * np.exp(-((u / long) ** 4))


def folds():
    out = np.zeros(X.shape)
    dice = np.random.default_rng(31)
    # From the armpits towards the chest and the waist, across the belly, along the sleeves, and small ones anywhere.
    for side in (-1, 1):
        for _ in range(13):
            way = dice.normal(-0.75, 0.4) * side
            out += crease(side * dice.uniform(0.13, 0.25), dice.uniform(-0.06, 0.13), way, dice.uniform(0.05, 0.12), dice.uniform(0.006, 0.013), dice.uniform(0.002, 0.0068), dice.normal(0, 1.3))
        for _ in range(5):
            out += crease(side * dice.uniform(0.235, 0.32), dice.uniform(0.1, 0.2), side * dice.normal(0.9, 0.35), dice.uniform(0.03, 0.06), dice.uniform(0.005, 0.01), dice.uniform(0.001, 0.0036), dice.normal(0, 2))
    for _ in range(24):
        out += crease(dice.uniform(-0.2, 0.2), dice.uniform(-0.33, 0.0), dice.normal(0, 0.45), dice.uniform(0.05, 0.14), dice.uniform(0.006, 0.019), dice.uniform(0.0015, 0.0062), dice.normal(0, 1.2))
    for _ in range(34):
        out += crease(dice.uniform(-0.22, 0.22), dice.uniform(-0.36, 0.25), dice.uniform(0, 3.1), dice.uniform(0.02, 0.05), dice.uniform(0.004, 0.008), dice.uniform(-0.0022, 0.003), dice.normal(0, 3))
    # The drawer's: sharp lines down both sides and across.
    for cx in (-0.118, 0.126):
        out += crease(cx, -0.05, math.pi / 2 + 0.02, 0.24, 0.0045, 0.0007)
    for cy in (0.035, -0.17):
        out += crease(0.0, cy, 0.015, 0.2, 0.0045, 0.0006)
    return out + 0.0011 * waves(0.12, 41) + 0.00035 * waves(0.03, 42)


def rolled(sdf, thick):
    """Cloth's edge lies on what is below and rises to its height."""
    return 1 - np.exp(-((np.maximum(sdf, 0) / thick) ** 1.1))


SHEET = surfaces.Shader("sheet", (0.34, 0.4, 0.47), Roughness=0.85, Sheen=0.25)
fine = SHEET.noise(1500, 2, stretch=(1, 0.1, 1))
plain = SHEET.ramp(fine, [(0.3, (0.33, 0.365, 0.41)), (0.7, (0.42, 0.455, 0.5))])
across = SHEET.node("SeparateXYZ")
turned = SHEET.scaled(1, turn=(0, 0, 0.31))
SHEET.links.new(turned, across.inputs["Vector"])


def stripe(period, at, wide):
    """A stripe of satin woven into the sheet, `at` metres into each period."""
    shift = SHEET.node("Math", operation="ADD")
    SHEET.links.new(across.outputs["X"], shift.inputs[0])
    shift.inputs[1].default_value = 10 - at
    rest = SHEET.node("Math", operation="MODULO")
    SHEET.links.new(shift.outputs["Value"], rest.inputs[0])
    rest.inputs[1].default_value = period
    within = SHEET.node("Math", operation="LESS_THAN")
    SHEET.links.new(rest.outputs["Value"], within.inputs[0])
    within.inputs[1].default_value = wide
    return within.outputs["Value"]


bands = SHEET.mix(stripe(0.062, 0.0, 0.021), plain, SHEET.mix(fine, (0.16, 0.215, 0.3), (0.23, 0.285, 0.37)))
bands = SHEET.mix(stripe(0.062, 0.0385, 0.003), bands, (0.2, 0.25, 0.33))
SHEET.set("Base Color", SHEET.mix(SHEET.ramp(SHEET.noise(190, 5, 0.7), [(0.55, (0, 0, 0)), (0.75, (0.3,) * 3)]), bands, (0.5, 0.52, 0.55)))
SHEET.bump(SHEET.noise(900, 3), 0.0004, 0.6)
SHEET.bump(SHEET.noise(45, 5, 0.6), 0.0016, 0.35)

cotton = surfaces.Shader("cotton", (0.4, 0.4, 0.4), Roughness=0.92, Sheen=0.3)


def value(shader, name):
    return shader.node("Attribute", attribute_name=name).outputs["Fac"]


def calc(shader, kind, *values):
    node = shader.node("Math", operation=kind)
    for slot, given in zip(node.inputs, values):
        if isinstance(given, (int, float)):
            slot.default_value = given
        else:
            shader.links.new(given, slot)
    return node.outputs["Value"]


# Mottled yarn: light and dark fibres spun together show as short streaks across.
streak = cotton.noise(1.0, 4, 0.6, stretch=(130, 1500, 1))
mottle = cotton.noise(1.0, 3, 0.6, stretch=(55, 420, 1))
colour = cotton.mix(0.55, cotton.ramp(streak, [(0.33, (0.13, 0.13, 0.135)), (0.67, (0.46, 0.46, 0.46))]), cotton.ramp(mottle, [(0.35, (0.2, 0.2, 0.205)), (0.65, (0.38, 0.38, 0.38))]))
worn = cotton.ramp(cotton.noise(5, 5, 0.6), [(0.35, (0.44,) * 3), (0.65, (0.55,) * 3)])
colour = cotton.mix(0.4, colour, worn, "OVERLAY")
# Chest print, cracked by washing.
place = cotton.node("Mapping", vector_type="POINT")
place.inputs["Scale"].default_value = (1 / 0.27, 1 / 0.2025, 1)
place.inputs["Location"].default_value = (0.5, 0.5 - 0.085 / 0.2025, 0)
laid = cotton.node("CombineXYZ")
cotton.links.new(value(cotton, "px"), laid.inputs["X"])
cotton.links.new(value(cotton, "py"), laid.inputs["Y"])
cotton.links.new(laid.outputs["Vector"], place.inputs["Vector"])
chest = cotton.node("TexImage", extension="CLIP", interpolation="Cubic")
chest.image = surfaces.letter([("MUNTE", GOTHIC, 0, 0.2, 0.235), ("TABĂRA DE VARĂ", SANS, 0, 0.045, 0.083), ("1998", GOTHIC, 0, -0.15, 0.26)], "chest", 1400, 1050)
chest.image.colorspace_settings.name = "Non-Color"
cotton.links.new(place.outputs["Vector"], chest.inputs["Vector"])
ink = calc(cotton, "MULTIPLY", cotton.ramp(chest.outputs["Color"], [(0.35, (1, 1, 1)), (0.65, (0, 0, 0))]), chest.outputs["Alpha"])
gone = cotton.ramp(cotton.noise(160, 6, 0.72), [(0.52, (0.92,) * 3), (0.62, (0.3,) * 3)])
ink = calc(cotton, "MULTIPLY", ink, gone)
colour = cotton.mix(ink, colour, cotton.mix(cotton.noise(300, 4), (0.028, 0.045, 0.1), (0.045, 0.065, 0.13)))
# Collar: ribs across the band; below it a seam; hems with two rows of stitches.
neck, along, hem, hem_along = (value(cotton, key) for key in ("neck", "along", "hem", "hem_along"))
arm, arm_along = value(cotton, "arm"), value(cotton, "arm_along")
band = calc(cotton, "LESS_THAN", neck, 0.019)
ribs = calc(cotton, "MULTIPLY", calc(cotton, "SINE", calc(cotton, "MULTIPLY", along, 2 * math.pi / 0.0024)), band)


def row(at, dist, run, pitch=0.0034):
    """Stitches: a groove `at` metres from the edge, thread in dashes."""
    near = calc(cotton, "LESS_THAN", calc(cotton, "ABSOLUTE", calc(cotton, "SUBTRACT", dist, at)), 0.00075)
    dash = calc(cotton, "GREATER_THAN", calc(cotton, "SINE", calc(cotton, "MULTIPLY", run, 2 * math.pi / pitch)), -0.55)
    return near, calc(cotton, "MULTIPLY", near, dash)


grooves, threads = None, None
for at, dist, run in ((0.0235, neck, along), (0.017, hem, hem_along), (0.0215, hem, hem_along), (0.0042, arm, arm_along)):
    near, thread = row(at, dist, run)
    grooves = near if grooves is None else calc(cotton, "MAXIMUM", grooves, near)
    threads = thread if threads is None else calc(cotton, "MAXIMUM", threads, thread)
seam = calc(cotton, "MAXIMUM", calc(cotton, "LESS_THAN", calc(cotton, "ABSOLUTE", calc(cotton, "SUBTRACT", neck, 0.0195)), 0.0006), calc(cotton, "LESS_THAN", arm, 0.0007))
colour = cotton.mix(calc(cotton, "MULTIPLY", seam, 0.5), colour, (0.1, 0.1, 0.1))
colour = cotton.mix(calc(cotton, "MULTIPLY", grooves, 0.3), colour, (0.12, 0.12, 0.12))
cotton.set("Base Color", cotton.mix(calc(cotton, "MULTIPLY", threads, 0.7), colour, (0.5, 0.5, 0.5)))
cotton.bump(ribs, 0.0006, 0.5)
cotton.bump(calc(cotton, "SUBTRACT", calc(cotton, "MULTIPLY", threads, 0.6), grooves), 0.0006, 0.6)
cotton.bump(cotton.noise(1.0, 2, stretch=(2600, 900, 1)), 0.0002, 0.5)
cotton.bump(cotton.noise(60, 5, 0.6), 0.0014, 0.3)

bed = 0.006 * waves(0.5, 51) + 0.0012 * waves(0.11, 52)
lumps = folds()
PX, PY = X + 0.002 * waves(0.1, 61), Y + 0.002 * waves(0.1, 62)
for name, depth, lift, wrinkle in (("back", 0.012, 0.0006, 0.15), ("front", 0.085, 0.0019, 1.0)):
    parts = outline(depth)
    within = inside(parts)
    edge, _ = distance(list(parts.values()))
    sdf = np.where(within, edge, -edge)
    neck_far, neck_along = distance([parts["neck"]])
    hem_far, hem_run = distance([parts["cuff"], parts["hem"]])
    armhole, armhole_run = distance([ARMHOLE])
    # A collar is thick, a hem is folded.
    thick = 0.0011 * (1 / (1 + np.exp((neck_far - 0.0195) / 0.0008))) + 0.0007 * (1 / (1 + np.exp((hem_far - 0.022) / 0.001))) + 0.0013 * np.exp(-((armhole / 0.0045) ** 2)) - 0.0011 * np.exp(-((armhole / 0.0012) ** 2))
    height = bed + lift + (thick + wrinkle * lumps * np.clip(0.35 + sdf / 0.05, 0.35, 1)) * rolled(sdf, 0.0022) + 0.003 * rolled(sdf, 0.005)
    keep = (sdf > 0)[:-1, :-1] & (sdf > 0)[1:, 1:] & (sdf > 0)[1:, :-1] & (sdf > 0)[:-1, 1:]
    points = np.stack([X, Y, np.maximum(height, bed + lift * 0.5)], axis=-1)
    far = np.full(X.shape, 9.0)
    shapes.relief(name, points, cotton, keep, neck=neck_far, along=neck_along, hem=hem_far, hem_along=hem_run, arm=armhole, arm_along=armhole_run, px=PX if name == "front" else far, py=PY if name == "front" else far)

# Inside the neck: tape, and a woven label with the size.
label = surfaces.Shader("label", (0.7, 0.69, 0.66), Roughness=0.7)
word = label.node("TexImage", extension="CLIP", interpolation="Cubic")
word.image = surfaces.letter([("L", SANS, 0, 0.13, 0.25), ("100% BUMBAC", SANS, 0, -0.06, 0.11), ("40°C", SANS, 0, -0.2, 0.11)], "label", 500, 300)
word.image.colorspace_settings.name = "Non-Color"
label.links.new(label.place.outputs["Generated"], word.inputs["Vector"])
label.set("Base Color", label.ramp(word.outputs["Color"], [(0.3, (0.03, 0.03, 0.03)), (0.7, (0.72, 0.71, 0.68))]))
u, v = np.meshgrid(np.linspace(-0.021, 0.021, 60), np.linspace(0.238, 0.2635, 40))
tag = np.stack([u + 0.0016 * (v - 0.25) * 40 * 0.02, v + 0.002 * np.sin(u * 60), 0.0062 + 0.0016 * np.sin(u * 90 + 1) + (0.2635 - v) * 0.06 + 0 * u], axis=-1)
shapes.relief("label", tag, label)

# The sheet goes on beyond the shirt.
wide = np.arange(-0.9, 0.9, 0.003)
X, Y = np.meshgrid(wide, wide)
ground = 0.006 * waves(0.5, 51) + 0.0012 * waves(0.11, 52)
for _ in range(60):
    cx, cy = rng.uniform(-0.8, 0.8), rng.uniform(-0.7, 0.8)
    if abs(cx) < 0.3 and -0.42 < cy < 0.3:
        continue
    ground += crease(cx, cy, rng.normal(0.4, 0.9), rng.uniform(0.08, 0.25), rng.uniform(0.008, 0.02), rng.uniform(0.002, 0.009), rng.normal(0, 1))
inner = np.clip(1 - np.hypot(np.maximum(np.abs(X) - 0.3, 0), np.maximum(np.abs(Y + 0.04) - 0.34, 0)) / 0.08, 0, 1)
flat = 0.006 * waves(0.5, 51) + 0.0012 * waves(0.11, 52)
shapes.relief("sheet", np.stack([X, Y, ground * (1 - inner) + flat * inner], axis=-1), SHEET)
fluff = surfaces.Shader("fluff", (0.6, 0.6, 0.6), Roughness=0.95)
shapes.scatter_lint(fluff, 26, (-0.3, 0.3, -0.38, 0.28, 0.008), 0.008, 0.00006, 8)

room.window((-1.45, 0.8, 0.62), (0, 0, 0), 1.0, 0.9, 34, panes=(2, 1), bar=0.07)
room.light((0.3, -0.2, 2.2), (0, 0, 0), 0.4, 0.4, 9, (1, 0.8, 0.56))
room.camera((0.03, -0.16, 0.9), (0.006, -0.018, 0.0), focal=27, aperture=1.8, roll=2.6)
room.render(warmth=0.03)
