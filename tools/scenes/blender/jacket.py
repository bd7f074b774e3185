"""A quilted jacket laid out on a floor, seen from above."""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import bpy
import room
from mathutils import Vector, noise

room.begin(turn=60, strength=0.5)

nylon = room.Shader("nylon", (0.03, 0.06, 0.05), Roughness=0.42, Sheen=0.25, Specular=0.4)
tone = nylon.ramp(nylon.noise(3, 4), [(0.35, (0.028, 0.058, 0.046)), (0.7, (0.04, 0.078, 0.062))])
nylon.set("Base Color", tone)
nylon.set("Roughness", nylon.ramp(nylon.noise(14, 4), [(0.3, (0.36,) * 3), (0.7, (0.54,) * 3)]))
nylon.bump(nylon.noise(34, 5, 0.6), 0.004, 0.35)
nylon.bump(nylon.noise(110, 3), 0.0012, 0.25)
rib = room.Shader("rib", (0.02, 0.035, 0.03), Roughness=0.95, Sheen=0.3)
ribs = rib.node("TexWave", wave_type="BANDS", bands_direction="X", Scale=95.0, Distortion=0.6)
rib.links.new(rib.scaled(1), ribs.inputs["Vector"])
rib.bump(ribs.outputs["Fac"], 0.003, 0.9)
lining = room.Shader("lining", (0.2, 0.085, 0.03), Roughness=0.55)
brass = room.Shader("brass", (0.5, 0.4, 0.24), Metallic=1.0, Roughness=0.32)
tape = room.Shader("tape", (0.012, 0.016, 0.014), Roughness=0.85)


def along(points):
    """A curve through points, by lengths."""
    points = [Vector(p) for p in points]
    steps = [0.0]
    for a, b in zip(points, points[1:]):
        steps.append(steps[-1] + (b - a).length)
    total = steps[-1]

    def at(t):
        d = min(max(t, 0.0), 1.0) * total
        i = max(0, min(len(points) - 2, next((k for k in range(len(points) - 1) if steps[k + 1] >= d), len(points) - 2)))
        f = (d - steps[i]) / (steps[i + 1] - steps[i])
        p0, p1, p2, p3 = points[max(0, i - 1)], points[i], points[i + 1], points[min(len(points) - 1, i + 2)]
        return 0.5 * (2 * p1 + (p2 - p0) * f + (2 * p0 - 5 * p1 + 4 * p2 - p3) * f * f + (3 * p1 - p0 - 3 * p2 + p3) * f**3)

    return at


def panel(name, left, right, quilts, high, base=0.0, shader=nylon, seed=0.0, columns=110, rows=420, soft=2.6):
    """A stuffed piece between two edges, sewn across `quilts` times; `high` is how far it stands out in metres."""
    left, right = along(left), along(right)
    points = []
    for row in range(rows + 1):
        t = row / rows
        for column in range(columns + 1):
            s = column / columns
            bow = left(t).lerp(right(t), s)
            across = (1 - abs(2 * s - 1) ** soft) ** 0.55
            wave = abs(math.sin(math.pi * quilts * t))
            puff = wave**0.55
            swell = 0.82 + 0.3 * noise.noise((3 * s + seed, quilts * t * 0.6, seed))
            # Stitches gather the cloth: short folds leave each seam.
            near = (1 - wave) ** 2.2
            place = Vector((bow.x * 55, bow.y * 9, seed + math.floor(quilts * t + 0.5) * 3.1))
            gather = noise.fractal(place, 0.9, 2.0, 3) * near * 0.0042
            slack = noise.fractal(Vector((bow.x * 16 + seed, bow.y * 26, 7.0)), 0.8, 2.1, 4) * 0.0035 * puff
            seam = -0.0022 * math.exp(-((wave / 0.06) ** 2))
            z = base + across * (high * (0.3 + 0.7 * puff) * swell + gather + slack) + seam * across
            pull = 0.006 * noise.noise((quilts * t * 1.7, seed, 2.0)) * (1 if s > 0.5 else -1) * abs(2 * s - 1)
            points.append((bow.x + pull, bow.y, max(0.001, z)))
    faces = []
    for row in range(rows):
        for column in range(columns):
            a = row * (columns + 1) + column
            faces.append((a, a + 1, a + columns + 2, a + columns + 1))
    return room.mesh(name, points, faces, shader)


def mirrored(points):
    return [(-x, y, *rest) for x, y, *rest in points]


# Metres; the jacket lies with its hem towards the camera, its zip up the middle.
middle = [(0.006, -0.33, 0), (0.005, -0.1, 0), (0.006, 0.12, 0), (0.008, 0.24, 0)]
side = [(0.272, -0.335, 0), (0.268, -0.2, 0), (0.262, 0.0, 0), (0.258, 0.1, 0), (0.236, 0.19, 0), (0.215, 0.285, 0)]
front = [(0.006, -0.33, 0), (0.005, -0.1, 0), (0.006, 0.08, 0), (0.02, 0.2, 0), (0.075, 0.305, 0)]
for sign, seed in ((1, 1.3), (-1, 8.7)):
    a, b = (front, side) if sign == 1 else (mirrored(side), mirrored(front))
    panel("front", a, b, 8, 0.034, 0.004, seed=seed)
    # The sleeve lies beside the body, a little bent.
    outer = [(0.178, 0.262, 0), (0.246, 0.262, 0), (0.332, 0.185, 0), (0.415, 0.02, 0), (0.43, -0.16, 0), (0.425, -0.27, 0)]
    inner = [(0.18, 0.15, 0), (0.235, 0.125, 0), (0.27, 0.07, 0), (0.3, -0.02, 0), (0.325, -0.16, 0), (0.33, -0.265, 0)]
    if sign == -1:
        outer = [(x + 0.02 * (y < 0), y + 0.01, z) for x, y, z in outer]
        inner = [(x + 0.02 * (y < 0), y + 0.01, z) for x, y, z in inner]
    a, b = (inner, outer) if sign == 1 else (mirrored(outer), mirrored(inner))
    panel("sleeve", a, b, 9, 0.038, -0.004, seed=seed + 3.1, columns=80)
    end = [outer[-1], inner[-1]]
    x0, x1, y0 = sign * end[0][0], sign * end[1][0], end[0][1]
    lo, hi = min(x0, x1) + 0.008, max(x0, x1) - 0.008
    panel("cuff", [(lo, y0 + 0.006, 0), (lo + 0.004, y0 - 0.05, 0)], [(hi, y0 + 0.008, 0), (hi - 0.004, y0 - 0.048, 0)], 1, 0.02, 0.006, rib, seed, 60, 60)
# Collar: the far side shows its lining, the near ends stand up.
panel("inside", [(-0.09, 0.06, 0), (-0.1, 0.2, 0), (-0.085, 0.3, 0), (-0.062, 0.365, 0)], [(0.09, 0.06, 0), (0.1, 0.2, 0), (0.085, 0.3, 0), (0.062, 0.365, 0)], 4, 0.008, 0.001, lining, 5.0, 90, 160)
panel("neck", [(-0.115, 0.292, 0), (-0.1, 0.35, 0), (-0.07, 0.385, 0)], [(0.115, 0.292, 0), (0.1, 0.35, 0), (0.07, 0.385, 0)], 2, 0.02, -0.006, nylon, 5.5, 120, 120)
for sign in (1, -1):
    a = [(sign * 0.012, 0.17, 0), (sign * 0.02, 0.24, 0), (sign * 0.045, 0.315, 0)]
    b = [(sign * 0.06, 0.2, 0), (sign * 0.098, 0.275, 0), (sign * 0.112, 0.345, 0)]
    panel("collar", a if sign == 1 else b, b if sign == 1 else a, 2, 0.024, 0.022, nylon, 2.0 + sign, 60, 160)
panel("hem", [(-0.268, -0.37, 0), (-0.27, -0.325, 0)], [(0.268, -0.37, 0), (0.27, -0.325, 0)], 1, 0.02, 0.003, rib, 9.0, 260, 50, 8)


def zipper(points, wide=0.011):
    way = along(points)
    total = sum((Vector(b) - Vector(a)).length for a, b in zip(points, points[1:]))
    rows = 160
    strip = []
    for i in range(rows + 1):
        p, q = way(i / rows), way(min(1, i / rows + 0.004))
        d = (q - p).normalized() if (q - p).length > 1e-9 else Vector((0, 1, 0))
        n = Vector((-d.y, d.x, 0))
        for s in (-1, -0.4, 0, 0.4, 1):
            strip.append(p + n * wide * s + Vector((0, 0, 0.0012 * (1 - s * s))))
    faces = [(r * 5 + c, r * 5 + c + 1, (r + 1) * 5 + c + 1, (r + 1) * 5 + c) for r in range(rows) for c in range(4)]
    room.mesh("tape", strip, faces, tape)
    count = int(total / 0.0026)
    teeth, tooth_faces = [], []
    for i in range(count):
        p, q = way(i / count), way(min(1, i / count + 0.004))
        d = (q - p).normalized() if (q - p).length > 1e-9 else Vector((0, 1, 0))
        n = Vector((-d.y, d.x, 0)) * (0.0013 if i % 2 else -0.0013)
        base = len(teeth)
        for dx, dy, dz in ((-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0), (-0.8, -0.8, 1), (0.8, -0.8, 1), (0.8, 0.8, 1), (-0.8, 0.8, 1)):
            across = Vector((-d.y, d.x, 0))
            teeth.append(p + n + across * dx * 0.002 + d * dy * 0.0008 + Vector((0, 0, 0.001 + dz * 0.0014)))
        for f in ((4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)):
            tooth_faces.append(tuple(base + k for k in f))
    room.mesh("teeth", teeth, tooth_faces, brass, False)


zipper([(0, -0.36, 0.014), (-0.001, -0.25, 0.017), (0.001, -0.1, 0.016), (-0.001, 0.05, 0.018), (0.0, 0.16, 0.026)])
room.box("slider", (0.011, 0.014, 0.006), (0, 0.158, 0.031), brass, 0.002)
room.box("pull", (0.006, 0.03, 0.0015), (0.004, 0.138, 0.034), brass, 0.0007, (0.1, 0, 0.2))
for sign in (1, -1):
    zipper([(sign * 0.12, -0.2, 0.0385), (sign * 0.14, -0.145, 0.042), (sign * 0.168, -0.075, 0.039)], 0.006)
    room.box("pull", (0.005, 0.022, 0.0014), (sign * 0.116, -0.212, 0.041), brass, 0.0006, (0.2, 0, sign * 0.3))
label = room.Shader("label", (0.55, 0.53, 0.48), Roughness=0.9)
room.box("label", (0.045, 0.018, 0.0012), (0, 0.337, 0.0225), label, 0.0005, (-0.15, 0, 0.04))

boards = room.parquet("floor", (0.36, 0.22, 0.12), 0.34, 0.085, 0.62, 0.0008)
room.plane("floor", (4, 4), (0.1, 0, 0), (0, 0, 0.72), boards)
rug = room.Shader("rug", (0.42, 0.39, 0.34), Roughness=1.0, Sheen=0.5)
pile = rug.ramp(rug.noise(240, 4), [(0.3, (0.33, 0.3, 0.26)), (0.7, (0.48, 0.45, 0.39))])
rug.set("Base Color", pile)
rug.bump(rug.noise(420, 3), 0.004, 0.8)
room.box("rug", (1.2, 0.5, 0.012), (0.1, 0.78, 0.006), rug, 0.004, (0, 0, 0.06))
room.window((-1.5, 0.6, 1.4), (0, 0, 0), 0.9, 1.3, 44, (0.92, 0.96, 1))
room.camera((0.02, -0.24, 1.06), (0.0, 0.0, 0.02), focal=27, aperture=1.8, roll=1.1)
room.render(exposure=0.1)
