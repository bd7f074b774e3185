"""A worn pair of canvas sneakers on a wooden floor."""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import bpy
import numpy as np
import room

room.begin(turn=150, strength=0.5)

AROUND, UP = 160, 22
LENGTH = 0.285


def smooth(x, xs, ys):
    """A monotone-looking curve through the points."""
    xs, ys = np.array(xs, float), np.array(ys, float)
    i = int(np.clip(np.searchsorted(xs, x) - 1, 0, len(xs) - 2))
    t = (x - xs[i]) / (xs[i + 1] - xs[i])
    slope = np.gradient(ys, xs)
    h = xs[i + 1] - xs[i]
    return float((2 * t**3 - 3 * t**2 + 1) * ys[i] + (t**3 - 2 * t**2 + t) * h * slope[i] + (-2 * t**3 + 3 * t**2) * ys[i + 1] + (t**3 - t**2) * h * slope[i + 1])


# Half widths of the foot to the outer and to the inner side, from the heel (0) to the toe (1).
ALONG = [0.0, 0.04, 0.12, 0.25, 0.42, 0.58, 0.72, 0.84, 0.93, 0.98, 1.0]
OUTER = [0.0, 0.021, 0.033, 0.0355, 0.0375, 0.044, 0.049, 0.047, 0.0375, 0.0225, 0.0]
INNER = [0.0, 0.021, 0.032, 0.032, 0.0295, 0.035, 0.043, 0.043, 0.0345, 0.021, 0.0]


TOE = 0.8


def outline(u, grow=0.0):
    """The foot's outline at `u` of a turn, from the heel by the outer side to the toe and back."""
    half = u * 2 if u <= 0.5 else (1 - u) * 2
    along = 0.5 - 0.5 * math.cos(math.pi * half)
    widths = OUTER if u <= 0.5 else INNER
    # The toe is round: an ellipse from where the foot is widest.
    side = smooth(min(along, TOE), ALONG, widths) * (1 - max(0.0, (along - TOE) / (1 - TOE)) ** 2.3) ** (1 / 2.3)
    side *= 1 if u <= 0.5 else -1
    bend = 0.006 * math.sin(math.pi * along) - 0.012 * along**3
    x = along * LENGTH
    if grow:
        middle = (0.5 * LENGTH, bend)
        dx, dy = x - middle[0], side
        x = middle[0] + dx * (1 + grow / 0.14)
        side = dy + math.copysign(grow, side) * min(1, abs(side) / 0.01) if side else 0
    return x, side + bend, along


def spring(along):
    """How far the sole is off the floor: the toe rises."""
    return 0.013 * max(0.0, (along - 0.72) / 0.28) ** 2 + 0.004 * max(0.0, (0.06 - along) / 0.06) ** 2


def opening(u):
    """The edge of the collar and of the throat that the laces close."""
    half = u * 2 if u <= 0.5 else (1 - u) * 2
    x = smooth(half, [0, 0.12, 0.3, 0.5, 0.68, 0.85, 0.95, 1.0], [0.006, 0.014, 0.05, 0.094, 0.128, 0.17, 0.186, 0.189])
    y = smooth(half, [0, 0.1, 0.22, 0.36, 0.5, 0.68, 0.85, 0.95, 1.0], [0.0, 0.016, 0.029, 0.031, 0.024, 0.0175, 0.0145, 0.009, 0.0])
    z = smooth(half, [0, 0.1, 0.3, 0.45, 0.52, 0.68, 0.85, 1.0], [0.088, 0.084, 0.07, 0.079, 0.088, 0.08, 0.0665, 0.0625])
    return x, (y if u <= 0.5 else -y) - 0.001, z


SOLE = 0.027


def upper_points():
    points = []
    for row in range(UP + 1):
        v = row / UP
        for i in range(AROUND):
            u = i / AROUND
            px, py, along = outline(u, -0.0004)
            qx, qy, qz = opening(u)
            low = SOLE - 0.006 + spring(along)
            # It rises steeply from the sole, then leans in.
            toe = min(1.0, max(0.0, (along - 0.45) / 0.4))
            # Over the toe it stands upright first: the rubber is glued to it there.
            lean = (max(0.0, v - 0.24 * toe) / (1 - 0.24 * toe)) ** (1.7 + 0.2 * toe)
            rise = math.sin(v * math.pi / 2) ** (0.95 - 0.17 * toe)
            x, y, z = px + (qx - px) * lean, py + (qy - py) * lean, low + (qz - low) * rise
            crease = 0.0016 * math.exp(-(((x - 0.19) / 0.02) ** 2)) * math.sin(x * 520 + y * 60) * math.sin(v * math.pi) * toe
            z += crease
            points.append((x, y, z))
    return points


def strip_faces(rows, around, closed=True):
    faces = []
    for row in range(rows):
        for i in range(around if closed else around - 1):
            j = (i + 1) % around
            faces.append((row * around + i, row * around + j, (row + 1) * around + j, (row + 1) * around + i))
    return faces


def uv(thing, rows, around):
    layer = thing.data.uv_layers.new(name="uv")
    for face in thing.data.polygons:
        for loop in face.loop_indices:
            index = thing.data.loops[loop].vertex_index
            row, i = divmod(index, around)
            u = i / around
            if u == 0 and max(thing.data.loops[l].vertex_index % around for l in face.loop_indices) > around / 2:
                u = 1.0
            layer.data[loop].uv = (u, row / rows)


def image(name, array):
    height, width = array.shape[:2]
    picture = bpy.data.images.new(name, width, height, float_buffer=True)
    full = np.ones((height, width, 4), np.float32)
    full[..., :3] = array if array.ndim == 3 else array[..., None]
    picture.colorspace_settings.name = "Linear"
    picture.pixels.foreach_set(full.ravel())
    picture.update()
    picture.pack()
    return picture


# What is sewn onto the canvas, painted over (u, v): eyestay, heel tab, side seam, each with its stitches.
PW, PH = 4096, 640
U, V = np.meshgrid((np.arange(PW) + 0.5) / PW, (np.arange(PH) + 0.5) / PH)
HALF = np.where(U <= 0.5, U * 2, (1 - U) * 2)
green = np.array([0.1, 0.125, 0.07])
dark = np.array([0.05, 0.066, 0.036])
colour = np.ones((PH, PW, 3)) * green
height = np.zeros((PH, PW))


def lay(inside, tone, thick):
    """A patch: `inside` is its distance within its border, in patch widths."""
    global colour, height
    mask = np.clip(inside / 0.006, 0, 1)[..., None]
    colour = colour * (1 - mask) + np.array(tone) * mask
    height = np.maximum(height, thick * np.clip(inside / 0.006, 0, 1))
    for depth in (0.018, 0.032):
        along = np.sin(U * 2 * math.pi * 420) * 0.5 + np.sin(V * 2 * math.pi * 60) * 0.5
        seam = np.exp(-(((inside - depth) / 0.0045) ** 2)) * (np.sin(U * 2 * math.pi * 330 + V * 2 * math.pi * 70) > -0.3)
        colour = colour * (1 - 0.75 * seam[..., None]) + np.array([0.5, 0.48, 0.4]) * 0.75 * seam[..., None]
        height = height + 0.35 * seam - 0.25 * np.exp(-(((inside - depth) / 0.011) ** 2))


# Eyestay along the throat; its front end is a tongue over the toe.
lay(np.minimum(V - (0.66 - 0.1 * np.clip((HALF - 0.9) / 0.1, 0, 1)), (HALF - 0.53) * 1.2), dark, 1.0)
lay(np.minimum(0.085 - HALF, 0.96 - V), dark, 1.0)
lay(np.minimum(0.30 - np.abs(HALF - 0.36 - 0.12 * V), 0.07 - np.abs(V - 0.3 - 0.35 * (HALF - 0.4))) - 0.01, green * 0.8, 0.5)

canvas = room.Shader("canvas", Roughness=0.9, Sheen=0.3)
paint = canvas.node("TexImage", image=image("paint", colour.astype(np.float32)))
relief = canvas.node("TexImage", image=image("relief", (height / 3 + 0.4).astype(np.float32)))
for one in (paint, relief):
    canvas.links.new(canvas.place.outputs["UV"], one.inputs["Vector"])
for stretch, turn in (((1, 1, 1), 0.0), ((1, 1, 1), math.pi / 2)):
    threads = canvas.node("TexWave", wave_type="BANDS", Scale=300.0, Distortion=3.5)
    canvas.links.new(canvas.scaled((1.0, 0.25 if turn == 0.0 else 1.0, 1.0), turn=(0, 0.9 if turn else 0, turn)), threads.inputs["Vector"])
    canvas.bump(threads.outputs["Fac"], 0.00025, 0.4)
canvas.bump(relief.outputs["Color"], 0.003, 0.7)
canvas.bump(canvas.noise(30, 4), 0.0015, 0.3)
dirt = canvas.ramp(canvas.noise(22, 6), [(0.4, (0.72, 0.68, 0.6)), (0.66, (1, 1, 1))])
fade = canvas.ramp(canvas.noise(9, 3), [(0.35, (0.82, 0.82, 0.82)), (0.7, (1.12, 1.12, 1.1))])
canvas.set("Base Color", canvas.mix(1.0, canvas.mix(0.7, paint.outputs["Color"], dirt, "MULTIPLY"), fade, "MULTIPLY"))

lining = room.Shader("lining", (0.42, 0.38, 0.3), Roughness=0.95)
rubber = room.Shader("rubber", (0.62, 0.6, 0.53), Roughness=0.55, Specular=0.35)
soil = rubber.ramp(rubber.noise(24, 7), [(0.36, (0.36, 0.32, 0.25)), (0.56, (0.62, 0.6, 0.53))])
rubber.set("Base Color", soil)
rubber.bump(rubber.noise(130, 4), 0.0008, 0.25)
stripe = room.Shader("stripe", (0.05, 0.07, 0.045), Roughness=0.5)
tread = room.Shader("tread", (0.16, 0.09, 0.04), Roughness=0.7)
cotton = room.Shader("cotton", (0.6, 0.57, 0.49), Roughness=0.95)
plait = cotton.node("TexWave", wave_type="BANDS", bands_direction="DIAGONAL", Scale=420.0)
cotton.links.new(cotton.scaled(1), plait.inputs["Vector"])
cotton.bump(plait.outputs["Fac"], 0.0005, 0.7)
metal = room.Shader("eyelet", (0.55, 0.53, 0.48), Metallic=1.0, Roughness=0.3)


def band(name, lower, higher, grow, shader, thick=0.0022, part=None):
    """A strip of rubber glued around the sole between two heights."""
    rows = 6
    turns = [i for i in range(AROUND + 1) if part is None or part(i / AROUND)]
    points = []
    for row in range(rows + 1):
        t = row / rows
        for i in turns:
            x, y, along = outline((i / AROUND) % 1.0, grow + 0.0012 * math.sin(math.pi * t))
            top = higher(along) if callable(higher) else higher
            points.append((x, y, lower + spring(along) * (0.6 + 0.4 * t) + (top - lower) * t))
    thing = room.mesh(name, points, strip_faces(rows, len(turns), False), shader)
    solid = thing.modifiers.new("solid", "SOLIDIFY")
    solid.thickness, solid.offset = thick, -1
    soft = thing.modifiers.new("soft", "BEVEL")
    soft.width, soft.segments, soft.limit_method = 0.0007, 3, "ANGLE"
    room.subdivide(thing, 1)
    return thing


def tube(points, radius, shader, flat=1.0):
    curve = bpy.data.curves.new("lace", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.use_fill_caps = "3D", radius, 4, True
    line = curve.splines.new("NURBS")
    line.points.add(len(points) - 1)
    for point, at in zip(line.points, points):
        point.co = (*at, 1)
    line.use_endpoint_u, line.order_u = True, 4
    thing = bpy.data.objects.new("lace", curve)
    bpy.context.collection.objects.link(thing)
    curve.materials.append(shader.material)
    return thing


def shoe(name):
    made = []
    body = room.mesh("upper", upper_points(), [face[::-1] for face in strip_faces(UP, AROUND)], canvas)
    uv(body, UP, AROUND)
    body.data.materials.append(lining.material)
    solid = body.modifiers.new("solid", "SOLIDIFY")
    solid.thickness, solid.offset, solid.material_offset, solid.material_offset_rim = 0.0026, -1, 1, 0
    uneven = bpy.data.textures.new("uneven", "CLOUDS")
    uneven.noise_scale = 0.045
    dents = body.modifiers.new("dents", "DISPLACE")
    dents.texture, dents.strength, dents.mid_level, dents.texture_coords = uneven, 0.003, 0.5, "GLOBAL"
    room.subdivide(body, 1)
    made.append(body)
    # Padded edge of the collar.
    collar = [opening((0.25 - i / 60) % 1.0) for i in range(31)]
    collar = [(x, y * 0.985, z + 0.0005) for x, y, z in collar]
    made.append(tube(collar, 0.0024, canvas_plain))
    made.append(band("foxing", 0.003, lambda along: SOLE + 0.0015 + 0.003 * (along > 0.8) * (along - 0.8) / 0.2, 0.0002, rubber))
    made.append(band("line", SOLE - 0.0062, SOLE - 0.0042, 0.0014, stripe, 0.0012))
    made.append(band("sole", 0.0, 0.0045, 0.0006, tread, 0.003))
    floor = []
    for i in range(AROUND):
        x, y, along = outline(i / AROUND, -0.002)
        floor.append((x, y, 0.002 + spring(along)))
    made.append(room.mesh("floor", floor, [tuple(range(AROUND))[::-1]], tread, False))
    insole = []
    for i in range(AROUND):
        x, y, along = outline(i / AROUND, -0.003)
        insole.append((x, y, SOLE + 0.002 + 0.5 * spring(along)))
    made.append(room.mesh("insole", insole, [tuple(range(AROUND))], lining, False))
    # The tongue lies under the laces and looks out over the collar.
    rows, across = 24, 15
    points = []
    for row in range(rows + 1):
        t = row / rows
        x = 0.2 - 0.112 * t
        z = smooth(t, [0, 0.3, 0.7, 1.0], [0.056, 0.0665, 0.0865, 0.106])
        for i in range(across):
            s = 2 * i / (across - 1) - 1
            wide = 0.021 + 0.008 * t
            points.append((x - 0.004 * s * s * t, wide * s - 0.001, z - 0.0085 * s * s - 0.0012 + 0.0012 * math.sin(9 * t)))
    tongue = room.mesh("tongue", points, strip_faces(rows, across, False), canvas_plain)
    thick = tongue.modifiers.new("solid", "SOLIDIFY")
    thick.thickness, thick.offset = 0.004, -1
    room.subdivide(tongue, 1)
    made.append(tongue)
    # Eyelets, and a lace through them.
    holes = []
    for k in range(6):
        half = 0.60 + 0.058 * k
        pair = []
        for side in (1, -1):
            u = half / 2 if side == 1 else 1 - half / 2
            x, y, z = opening(u)
            px, py, along = outline(u)
            pair.append((x + (px - x) * 0.035, y + side * 0.0045, z - 0.0022 + 0.0018))
            ring = room.lathe("eyelet", [(0.0014, 0.0), (0.0026, 0.0), (0.0028, 0.0006), (0.0022, 0.0011), (0.0014, 0.0006), (0.0014, 0.0)], metal, 24)
            ring.location = (pair[-1][0], pair[-1][1], pair[-1][2] + 0.0004)
            ring.rotation_euler = (-side * 0.75, 0.25, 0)
            made.append(ring)
        holes.append(pair)
    holes.reverse()
    for k in range(5):
        for side in (0, 1):
            a, b = holes[k][side], holes[k + 1][1 - side]
            lift = 0.0035 + 0.0016 * side
            middle = tuple((p + q) / 2 for p, q in zip(a, b))
            made.append(tube([(a[0], a[1], a[2] - 0.002), (a[0], a[1], a[2] + 0.0025), (middle[0], middle[1] * 0.5 + a[1] * 0.25, middle[2] + lift), (middle[0], middle[1], middle[2] + lift + 0.0008), (middle[0], middle[1] * 0.5 + b[1] * 0.25, middle[2] + lift), (b[0], b[1], b[2] + 0.0025), (b[0], b[1], b[2] - 0.002)], 0.0019, cotton))
    a, b = holes[0]
    made.append(tube([(a[0], a[1], a[2] - 0.002), (a[0] + 0.001, a[1], a[2] + 0.003), (a[0] + 0.001, 0, a[2] + 0.0045), (b[0] + 0.001, b[1], b[2] + 0.003), (b[0], b[1], b[2] - 0.002)], 0.0019, cotton))
    # A loose bow.
    knot = (holes[0][0][0] - 0.0 , 0.0, 0.0)
    a, b = holes[5]
    kx, kz = (a[0] + b[0]) / 2 - 0.004, max(a[2], b[2]) + 0.009
    made.append(tube([(a[0], a[1], a[2]), (a[0], a[1] * 0.7, a[2] + 0.005), (kx, 0.002, kz)], 0.0019, cotton))
    made.append(tube([(b[0], b[1], b[2]), (b[0], b[1] * 0.7, b[2] + 0.005), (kx, -0.002, kz)], 0.0019, cotton))
    for side in (1, -1):
        made.append(tube([(kx, 0, kz), (kx + 0.006, side * 0.01, kz + 0.008), (kx + 0.012, side * 0.03, kz + 0.004), (kx + 0.014, side * 0.046, kz - 0.016), (kx + 0.004, side * 0.046, kz - 0.014), (kx + 0.001, side * 0.024, kz + 0.003), (kx, 0, kz + 0.001)], 0.0018, cotton))
        made.append(tube([(kx, 0, kz), (kx + 0.01, side * 0.012, kz + 0.004), (kx + 0.03, side * 0.03, kz - 0.012), (kx + 0.042, side * 0.043, kz - 0.036), (kx + 0.05, side * 0.05, kz - 0.052)], 0.0018, cotton))
    made.append(tube([(kx - 0.002, -0.004, kz), (kx + 0.001, -0.003, kz + 0.004), (kx + 0.001, 0.003, kz + 0.004), (kx - 0.002, 0.004, kz)], 0.0026, cotton))
    holder = bpy.data.objects.new(name, None)
    bpy.context.collection.objects.link(holder)
    for thing in made:
        thing.parent = holder
    return holder


canvas_plain = room.Shader("canvas-plain", (0.04, 0.055, 0.033), Roughness=0.92, Sheen=0.3)
for turn in (0.0, math.pi / 2):
    threads = canvas_plain.node("TexWave", wave_type="BANDS", Scale=300.0, Distortion=3.5)
    canvas_plain.links.new(canvas_plain.scaled(1, turn=(0, 0, turn)), threads.inputs["Vector"])
    canvas_plain.bump(threads.outputs["Fac"], 0.00025, 0.5)

right = shoe("right")
right.location, right.rotation_euler = (-0.12, -0.055, 0), (0, 0, 0.1)
left = shoe("left")
left.scale = (1, -1, 1)
left.location, left.rotation_euler = (-0.16, 0.085, 0), (0, 0, -0.12)

floor = room.parquet("floor", (0.31, 0.17, 0.08), 0.33, 0.085, 0.6, 0.0008)
room.plane("floor", (5, 5), (0, 0, 0), (0, 0, 0.3), floor)
wall = room.plaster("wall", (0.55, 0.52, 0.46))
room.plane("wall", (6, 3), (0, 0.85, 1.5), (math.pi / 2, 0, 0), wall)
room.skirting(0.85, room.Shader("white", (0.68, 0.67, 0.64), Roughness=0.45))
room.window((-1.2, -0.5, 1.2), (0, 0, 0), 0.9, 1.2, 36, (0.92, 0.96, 1))
room.camera((0.11, -0.34, 0.265), (0.005, 0.01, 0.03), focal=27, aperture=1.8, roll=0.9)
room.render(exposure=0.15)
