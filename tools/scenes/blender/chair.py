"""An upholstered dining chair in the corner of a room."""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import bpy
import room

room.begin(turn=110, strength=0.45)

cloth = room.Shader("cloth", (0.02, 0.16, 0.13), Roughness=0.92, Sheen=0.7)
for turn in (0.0, math.pi / 2):
    threads = cloth.node("TexWave", wave_type="BANDS", Scale=120.0, Distortion=1.6, Detail=2.0)
    cloth.links.new(cloth.scaled(1, turn=(0, 0.4, turn)), threads.inputs["Vector"])
    cloth.bump(threads.outputs["Fac"], 0.0008, 0.35)
worn = cloth.ramp(cloth.noise(5, 5), [(0.35, (0.014, 0.125, 0.1)), (0.7, (0.03, 0.19, 0.155))])
fluff = cloth.ramp(cloth.noise(420, 3), [(0.3, (0.75, 0.75, 0.75)), (0.7, (1, 1, 1))])
cloth.set("Base Color", cloth.mix(1.0, worn, fluff, "MULTIPLY"))

oak = room.Shader("oak", (0.3, 0.16, 0.07), Roughness=0.38)
grain = oak.noise(1, 10, 0.62, stretch=(60, 60, 5))
oak.set("Base Color", oak.ramp(grain, [(0.3, (0.17, 0.085, 0.035)), (0.55, (0.3, 0.16, 0.07)), (0.75, (0.4, 0.23, 0.11))]))
oak.bump(grain, 0.0003, 0.4)


def cushion(name, rings, squareness, around=40):
    """A stuffed body from rings of (centre, half width, half depth), joined from end to end."""
    points, faces = [], []
    for (x, y, z), wide, deep, (ux, uy, uz) in rings:
        for i in range(around):
            angle = 2 * math.pi * i / around
            c, s = math.cos(angle), math.sin(angle)
            c = math.copysign(abs(c) ** squareness, c)
            s = math.copysign(abs(s) ** squareness, s)
            points.append((x + wide * c + ux * deep * s, y + uy * deep * s, z + uz * deep * s))
    for row in range(len(rings) - 1):
        for i in range(around):
            j = (i + 1) % around
            faces.append((row * around + i, row * around + j, (row + 1) * around + j, (row + 1) * around + i))
    faces.append(tuple(range(around))[::-1])
    faces.append(tuple((len(rings) - 1) * around + i for i in range(around)))
    thing = room.mesh(name, points, faces, cloth)
    room.subdivide(thing, 2)
    uneven = bpy.data.textures.new("uneven", "CLOUDS")
    uneven.noise_scale = 0.11
    soft = thing.modifiers.new("uneven", "DISPLACE")
    soft.texture, soft.strength, soft.mid_level = uneven, 0.008, 0.5
    return thing


# The seat: rings stand on end and go from front to back, sagging where people sat.
seat = []
for t in [0, 0.015, 0.05, 0.12, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95, 0.985, 1]:
    full = min(1, math.sqrt(max(0.0, min(t, 1 - t)) / 0.05)) if min(t, 1 - t) < 0.05 else 1
    wide = (0.242 - 0.025 * t) * (0.86 + 0.14 * full)
    sag = -0.012 * math.sin(math.pi * t)
    seat.append(((0, -0.23 + 0.45 * t, 0.452 + sag - 0.01 * t), wide, 0.014 + 0.032 * full, (0, 0, 1)))
cushion("seat", seat, 0.5)
# The back leans and is hollow for the shoulders.
back = []
for t in [0, 0.012, 0.04, 0.1, 0.25, 0.45, 0.65, 0.82, 0.93, 0.98, 1]:
    full = min(1, math.sqrt(max(0.0, min(t, 1 - t)) / 0.05)) if min(t, 1 - t) < 0.05 else 1
    wide = (0.205 + 0.03 * math.sin(math.pi * min(1, t * 1.1))) * (0.8 + 0.2 * full)
    y = 0.2 + 0.1 * t + 0.02 * math.sin(math.pi * t)
    back.append(((0, y, 0.47 + 0.43 * t), wide, 0.01 + 0.024 * full, (0, 1, 0.2)))
rear = cushion("back", back, 0.55)
hollow = rear.modifiers.new("hollow", "SIMPLE_DEFORM")
hollow.deform_method, hollow.deform_axis, hollow.angle = "BEND", "Z", -0.5


def leg(top, foot, thick, thin):
    way = [f - t for f, t in zip(foot, top)]
    length = math.sqrt(sum(w * w for w in way))
    thing = room.lathe("leg", [(0, 0), (thin, 0), (thin * 1.02, 0.003)] + [(thin + (thick - thin) * s / 6, length * s / 6) for s in range(1, 7)] + [(0, length)], oak, 32)
    thing.location = foot
    from mathutils import Vector

    thing.rotation_euler = (Vector(top) - Vector(foot)).to_track_quat("Z", "Y").to_euler()


for x in (-1, 1):
    leg((x * 0.185, -0.17, 0.425), (x * 0.215, -0.215, 0), 0.02, 0.0115)
    leg((x * 0.165, 0.17, 0.425), (x * 0.195, 0.265, 0), 0.02, 0.0115)
    room.box("rail", (0.016, 0.36, 0.045), (x * 0.178, 0, 0.412), oak, 0.004)
room.box("rail", (0.36, 0.016, 0.045), (0, -0.175, 0.412), oak, 0.004)
room.box("rail", (0.33, 0.016, 0.045), (0, 0.175, 0.412), oak, 0.004)

for thing in list(bpy.context.collection.objects):
    if thing.parent is None and thing.type in ("MESH", "CURVE"):
        thing.select_set(True)
turn = bpy.data.objects.new("chair", None)
bpy.context.collection.objects.link(turn)
for thing in list(bpy.context.collection.objects):
    if thing is not turn:
        thing.parent = turn
turn.rotation_euler[2] = math.radians(28)

floor = room.parquet("floor", (0.33, 0.19, 0.095), 0.3, 0.085, 0.62, 0.0009)
room.plane("floor", (6, 6), (0, 0, 0), (0, 0, 0.0), floor)
wall = room.plaster("wall", (0.6, 0.57, 0.51))
room.plane("wall", (7, 3), (0, 1.05, 1.5), (math.pi / 2, 0, 0), wall)
room.plane("side", (7, 3), (-1.9, 0, 1.5), (math.pi / 2, 0, math.pi / 2), wall)
white = room.Shader("white", (0.7, 0.69, 0.66), Roughness=0.45)
room.skirting(1.05, white)
room.box("skirting", (0.015, 7, 0.07), (-1.892, 0, 0.035), white, 0.003)
plate = room.box("socket", (0.08, 0.008, 0.08), (0.78, 1.046, 0.28), white, 0.003)
hole = room.Shader("hole", (0.08, 0.08, 0.08), Roughness=0.6)
disc = room.lathe("socket", [(0, 0), (0.02, 0), (0.02, 0.002), (0, 0.002)], hole, 40)
disc.location, disc.rotation_euler = (0.78, 1.0415, 0.28), (math.pi / 2, 0, 0)
curtain = room.Shader("curtain", (0.62, 0.58, 0.5), Roughness=0.95)
rows, pleats = 24, 220
points = [(-1.35 + 0.55 * i / pleats, 0.93 + 0.035 * math.sin(i * 0.42 + 0.4 * math.sin(i * 0.1)) * (0.5 + 0.5 * r / rows), 2.6 * (1 - r / rows) + 0.02) for r in range(rows + 1) for i in range(pleats + 1)]
faces = [(r * (pleats + 1) + i, r * (pleats + 1) + i + 1, (r + 1) * (pleats + 1) + i + 1, (r + 1) * (pleats + 1) + i) for r in range(rows) for i in range(pleats)]
room.mesh("curtain", points, faces, curtain)

room.window((-1.6, -1.2, 1.7), (0, 0.2, 0.4), 1.0, 1.5, 60, (0.92, 0.96, 1))
room.camera((0.25, -1.38, 1.0), (-0.02, 0.08, 0.47), focal=27, aperture=1.8, roll=-1.0)
room.render(exposure=0.0)
