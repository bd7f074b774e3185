"""A school chair of bent tube and plywood on a terrazzo floor, before a wall painted with oil paint to shoulder height."""
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(__file__))
import bpy
import room
import shapes
import surfaces
from mathutils import Vector

room.begin(strength=0.3)
dice = random.Random(21)

paint = surfaces.Shader("tube", (0.13, 0.13, 0.125), Roughness=0.35)
chips = paint.ramp(paint.noise(75, 7, 0.72), [(0.66, (0, 0, 0)), (0.69, (1, 1, 1))])
paint.set("Base Color", paint.mix(chips, (0.12, 0.125, 0.12), (0.28, 0.2, 0.14)))
paint.bump(paint.noise(300, 3), 0.0002, 0.3)
rubber = surfaces.Shader("cap", (0.012, 0.012, 0.012), Roughness=0.6)
steel = surfaces.Shader("rivet", (0.6, 0.58, 0.55), Metallic=1.0, Roughness=0.3)

TUBE = 0.0095


def tube(name, corners, radius=TUBE, bend=0.05, shader=paint):
    """A tube along straight runs, bent over `bend` metres at each corner."""
    path = [Vector(corners[0])]
    for before, corner, after in zip(corners, corners[1:], corners[2:]):
        before, corner, after = Vector(before), Vector(corner), Vector(after)
        a = corner + (before - corner).normalized() * bend
        c = corner + (after - corner).normalized() * bend
        for i in range(13):
            t = i / 12
            path.append(a * (1 - t) ** 2 + corner * 2 * t * (1 - t) + c * t * t)
    path.append(Vector(corners[-1]))
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.use_fill_caps = "3D", radius, 8, True
    spline = curve.splines.new("POLY")
    spline.points.add(len(path) - 1)
    for point, at in zip(spline.points, path):
        point.co = (*at, 1)
    thing = bpy.data.objects.new(name, curve)
    curve.materials.append(shader.material)
    bpy.context.collection.objects.link(thing)
    parts.append(thing)


def veneer(name):
    """Beech: short fine flecks along the grain, darker where hands and trousers rubbed the varnish off."""
    wood = surfaces.Shader(name, (0.5, 0.32, 0.16), Roughness=0.32, Specular=0.45)
    broad = wood.noise(5, 5, 0.55, by="UV", stretch=(1, 0.16, 1))
    fine = wood.noise(170, 4, 0.6, by="UV", stretch=(1, 0.035, 1))
    fleck = wood.noise(420, 2, 0.5, by="UV", stretch=(1, 0.09, 1))
    colour = wood.ramp(broad, [(0.35, (0.47, 0.275, 0.12)), (0.65, (0.58, 0.365, 0.18))])
    colour = wood.mix(0.45, colour, wood.ramp(fine, [(0.35, (0.3,) * 3), (0.65, (0.66,) * 3)]), "OVERLAY")
    colour = wood.mix(wood.ramp(fleck, [(0.62, (0, 0, 0)), (0.68, (0.4,) * 3)]), colour, (0.23, 0.12, 0.05))
    dirt = wood.ramp(wood.noise(9, 7, 0.68, by="UV"), [(0.55, (0, 0, 0)), (0.74, (0.55,) * 3)])
    colour = wood.mix(dirt, colour, (0.26, 0.16, 0.08))
    scratch = wood.ramp(wood.noise(60, 2, 0.4, by="UV", stretch=(0.04, 1, 1)), [(0.735, (0, 0, 0)), (0.745, (0.6,) * 3)])
    wood.set("Base Color", wood.mix(scratch, colour, (0.62, 0.45, 0.27)))
    wood.bump(fine, 0.00012, 0.5)
    wood.bump(wood.noise(14, 3, by="UV"), 0.0015, 0.2)
    return wood.set("Roughness", wood.ramp(wood.noise(11, 6, 0.65, by="UV"), [(0.4, (0.24,) * 3), (0.68, (0.5,) * 3)]))


# The cut edge shows the plies: every other one across.
edge = surfaces.Shader("plies", (0.4, 0.25, 0.12), Roughness=0.7)
layer = edge.node("Attribute", attribute_name="layer")
edge.set("Base Color", edge.mix(edge.noise(160, 4), edge.ramp(layer.outputs["Fac"], [(0.0, (0.47, 0.3, 0.15)), (0.5, (0.22, 0.12, 0.055)), (1.0, (0.47, 0.3, 0.15))]), (0.3, 0.18, 0.08)))


def plywood(name, width, length, corner, surface, wood, thick=0.0085, columns=56, rows=56):
    """A bent sheet: `surface(u, v)` in metres gives its middle; rounded corners, both faces and seven plies at the rim."""
    def inside(a, b):
        # A square of parameters laid onto the rounded rectangle.
        x, y = (a - 0.5) * width, (b - 0.5) * length
        dx, dy = abs(x) - (width / 2 - corner), abs(y) - (length / 2 - corner)
        if dx > 0 and dy > 0:
            # Squared corner to a round one (towards the centre of its arc).
            m = max(dx, dy)
            k = m / math.hypot(dx, dy)
            dx, dy = dx * k, dy * k
            x, y = math.copysign(width / 2 - corner + dx, x), math.copysign(length / 2 - corner + dy, y)
        return x, y

    def spread(i, n):
        # Denser near the edges, where the corners need it.
        t = i / n
        return t + 0.06 * math.sin(2 * math.pi * t) * -1

    grid = [[inside(spread(i, columns), spread(j, rows)) for i in range(columns + 1)] for j in range(rows + 1)]
    points, faces, uvs = [], [], []

    def put(x, y, h):
        p = Vector(surface(x, y))
        n = (Vector(surface(x + 0.001, y)) - p).cross(Vector(surface(x, y + 0.001)) - p).normalized()
        points.append(tuple(p + n * h))
        uvs.append((x, y))
        return len(points) - 1

    sheets = []
    for h in (thick / 2, -thick / 2):
        sheets.append([[put(x, y, h) for x, y in row] for row in grid])
    for side, sheet in enumerate(sheets):
        for j in range(rows):
            for i in range(columns):
                quad = (sheet[j][i], sheet[j][i + 1], sheet[j + 1][i + 1], sheet[j + 1][i])
                faces.append(quad if side == 0 else tuple(reversed(quad)))
    faces_of_wood = len(faces)
    ring = [(0, i) for i in range(columns)] + [(j, columns) for j in range(rows)] + [(rows, i) for i in range(columns, 0, -1)] + [(j, 0) for j in range(rows, 0, -1)]
    levels = [i / 6 for i in range(7)]
    bulge = [0.0, 0.0006, 0.0009, 0.001, 0.0009, 0.0006, 0.0]
    strips = []
    for h, out in zip(levels, bulge):
        strip = []
        for j, i in ring:
            x, y = grid[j][i]
            grow = 1 + out / max(width, length) * 2
            strip.append(put(x * grow, y * grow, thick / 2 - h * thick))
        strips.append(strip)
    start = strips[0][0]
    for upper, lower in zip(strips, strips[1:]):
        for k in range(len(ring)):
            n = (k + 1) % len(ring)
            faces.append((upper[k], lower[k], lower[n], upper[n]))
    thing = shapes.mesh(name, points, faces, wood)
    thing.data.materials.append(edge.material)
    for face in thing.data.polygons[faces_of_wood:]:
        face.material_index = 1
    uv = thing.data.uv_layers.new(name="uv")
    for loop in thing.data.loops:
        uv.data[loop.index].uv = uvs[loop.vertex_index]
    layer = thing.data.attributes.new("layer", "FLOAT", "POINT")
    values = [0.0] * len(points)
    for n, strip in enumerate(strips):
        for index in strip:
            values[index] = (n % 2) * 0.5
    layer.data.foreach_set("value", values)
    thing.data.use_auto_smooth = True
    thing.data.auto_smooth_angle = math.radians(40)
    parts.append(thing)
    return thing


parts = []
SEAT, W, D = 0.445, 0.39, 0.385
# Two side frames: front leg, rail under the seat, back leg; the back's uprights rise from the rails.
for side in (-1, 1):
    x = side * 0.165
    tube("legs", [(x * 1.16, -0.195, 0.012), (x, -0.15, SEAT - 0.017), (x, 0.13, SEAT - 0.022), (x * 1.14, 0.235, 0.012)], bend=0.045)
    tube("upright", [(x, -0.06, SEAT - 0.017), (x, 0.15, SEAT - 0.021), (x, 0.2556, 0.815)], bend=0.07)
    for y, way in ((-0.195, 0.1), (0.235, -0.22)):
        cap = shapes.lathe("cap", [(0, 0), (0.0118, 0), (0.0128, 0.002), (0.0125, 0.024), (0.011, 0.026), (0, 0.026)], rubber, 32)
        cap.location = (x * (1.16 if y < 0 else 1.14), y - 0.001, 0)
        cap.rotation_euler = (-way, 0.0, 0)
        parts.append(cap)
    top = shapes.lathe("plug", [(0, 0), (0.0098, 0), (0.0098, 0.003), (0.006, 0.006), (0, 0.0065)], rubber, 32)
    top.location, top.rotation_euler = (x, 0.2558, 0.815), (-0.26, 0, 0)
    parts.append(top)
tube("cross", [(-0.178, -0.168, 0.245), (0.178, -0.168, 0.245)], 0.0075, 0.01)
tube("cross", [(-0.165, 0.06, SEAT - 0.02), (0.165, 0.06, SEAT - 0.02)], 0.008, 0.01)
tube("cross", [(-0.165, -0.13, SEAT - 0.02), (0.165, -0.13, SEAT - 0.02)], 0.008, 0.01)


def seat_surface(x, y):
    hollow = -0.014 * math.exp(-((y - 0.05) / 0.13) ** 2) * (1 - (x / 0.24) ** 2)
    fall = -0.34 * max(0, -y - 0.115) ** 1.35 * 1.2
    return (x, y - 0.01, SEAT + 0.009 + hollow + fall + 0.01 * max(0, y - 0.12) / 0.07)


def back_surface(x, y):
    curve = 0.036 * (1 - (x / 0.2) ** 2)
    lean = 0.27 * y
    return (x, 0.222 + curve + lean + 0.004 * math.cos(y * 20) - 0.009, 0.755 + y * 0.96)


plywood("seat", W, D, 0.05, seat_surface, veneer("seat"))
back = plywood("back", 0.395, 0.165, 0.045, lambda x, y: back_surface(x, y), veneer("back"))
for x, y, on in ((-0.165, -0.085, seat_surface), (0.165, -0.085, seat_surface), (-0.165, 0.115, seat_surface), (0.165, 0.115, seat_surface), (-0.165, 0.035, back_surface), (0.165, 0.035, back_surface), (-0.165, -0.04, back_surface), (0.165, -0.04, back_surface)):
    p = Vector(on(x, y))
    n = (Vector(on(x + 0.001, y)) - p).cross(Vector(on(x, y + 0.001)) - p).normalized()
    rivet = shapes.lathe("rivet", [(0.0068, -0.0005), (0.0066, 0.0008), (0.005, 0.0019), (0.0028, 0.0025), (0.0, 0.0027)], steel, 32)
    if on is back_surface:
        n = n if n.y < 0 else -n
    rivet.location = p + n * 0.0043
    rivet.rotation_euler = n.to_track_quat("Z", "Y").to_euler()
    parts.append(rivet)
holder = bpy.data.objects.new("chair", None)
bpy.context.collection.objects.link(holder)
for part in parts:
    part.parent = holder
holder.rotation_euler[2] = math.radians(27)

# Terrazzo: chips of marble of all sizes in grey cement, ground flat, waxed and walked on; brass strips between the fields.
floor = surfaces.Shader("terrazzo", (0.4, 0.38, 0.35), Roughness=0.3, Specular=0.4)
colour = floor.mix(floor.noise(3, 6), (0.33, 0.31, 0.275), (0.43, 0.41, 0.37))
for scale, size in ((48, 0.42), (95, 0.4), (210, 0.42)):
    warp = floor.node("TexNoise", Scale=scale * 1.3, Detail=2.0)
    floor.links.new(floor.scaled(1), warp.inputs["Vector"])
    small = floor.node("VectorMath", operation="SCALE")
    small.inputs["Scale"].default_value = 0.7 / scale
    floor.links.new(warp.outputs["Color"], small.inputs[0])
    moved = floor.node("VectorMath", operation="ADD")
    floor.links.new(floor.scaled(1), moved.inputs[0])
    floor.links.new(small.outputs["Vector"], moved.inputs[1])
    chip = floor.node("TexVoronoi", Scale=float(scale))
    floor.links.new(moved.outputs["Vector"], chip.inputs["Vector"])
    inner = floor.ramp(chip.outputs["Distance"], [(size - 0.03, (1, 1, 1)), (size, (0, 0, 0))])
    grey = floor.node("RGBToBW")
    floor.links.new(chip.outputs["Color"], grey.inputs["Color"])
    stone = floor.ramp(grey.outputs["Val"], [(0.15, (0.06, 0.055, 0.05)), (0.3, (0.24, 0.12, 0.08)), (0.45, (0.5, 0.46, 0.4)), (0.6, (0.66, 0.63, 0.57)), (0.8, (0.34, 0.31, 0.27))])
    colour = floor.mix(inner, colour, stone)
dirt = floor.ramp(floor.noise(2.2, 8, 0.66), [(0.45, (0, 0, 0)), (0.75, (0.5,) * 3)])
floor.set("Base Color", floor.mix(dirt, colour, (0.2, 0.18, 0.15)))
floor.set("Roughness", floor.ramp(floor.noise(3.1, 8, 0.68), [(0.4, (0.22,) * 3), (0.66, (0.42,) * 3)]))
floor.bump(floor.noise(1.4, 3), 0.004, 0.12)
shapes.plane("floor", (6, 5), (0, 0, 0), shader=floor)
brass = surfaces.Shader("strip", (0.2, 0.17, 0.12), Roughness=0.5, Metallic=0.7)
shapes.box("strip", (6, 0.003, 0.0004), (0, -0.47, 0.0001), brass, 0)
shapes.box("strip", (0.003, 5, 0.0004), (-0.68, 0, 0.0001), brass, 0)

# Wall: oil paint below, whitewash above, a line between by hand; a plinth of the floor's stone.
wall = surfaces.Shader("wall", (0.7, 0.68, 0.62), Roughness=0.55)
z = wall.node("SeparateXYZ")
wall.links.new(wall.place.outputs["Object"], z.inputs["Vector"])
lower = wall.mix(wall.noise(1.1, 5), (0.47, 0.49, 0.42), (0.53, 0.545, 0.475))
mark = wall.ramp(wall.noise(17, 6, 0.7, stretch=(0.35, 1, 1)), [(0.69, (0, 0, 0)), (0.73, (0.5,) * 3)])
lower = wall.mix(mark, lower, (0.2, 0.2, 0.18))
wall.set("Base Color", lower)
wall.bump(wall.noise(130, 4), 0.0006, 0.35)
wall.bump(wall.noise(6, 4), 0.004, 0.3)
wall.set("Roughness", wall.ramp(wall.noise(5, 4), [(0.3, (0.33,) * 3), (0.7, (0.48,) * 3)]))
shapes.plane("wall", (6, 3), (0, 0.92, 1.5), (math.pi / 2, 0, 0), wall)
shapes.box("plinth", (6, 0.014, 0.085), (0, 0.914, 0.0425), floor, 0.004)
dust = surfaces.Shader("dust", (0.2, 0.18, 0.16), Roughness=0.9)
shapes.scatter_crumbs(dust, 120, (-1.0, 1.0, -0.7, 0.9, 0), (0.0006, 0.003), 6)
shapes.scatter_lint(dust, 14, (-0.9, 0.9, -0.5, 0.88, 0), 0.05, 0.00035, 4)

room.window((-2.2, -0.5, 1.75), (0, 0.1, 0.4), 1.5, 1.5, 170, panes=(2, 2), bar=0.08)
room.light((0.6, -1.6, 2.7), (0, 0, 0), 1.2, 0.2, 22, (1, 0.93, 0.8))

room.camera((0.15, -1.2, 1.1), (0.0, 0.03, 0.4), focal=27, aperture=1.8, roll=-1.4)
room.render(warmth=0.02)
