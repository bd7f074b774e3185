"""An alloy wheel with its tyre, leant against a garage's wall."""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import bpy
import room
import shapes
import surfaces

room.begin(strength=0.3)

RIM, TYRE, HALF = 0.2085, 0.312, 0.1
SANS = "/usr/share/fonts/truetype/dejavu/DejaVuSansCondensed-Bold.ttf"
parts = []


def radius_of(shader):
    """Outputs: how far from the axle, the angle as a share of a turn, and how far outwards."""
    place = shader.node("SeparateXYZ")
    shader.links.new(shader.place.outputs["Object"], place.inputs["Vector"])

    def calc(kind, *values):
        node = shader.node("Math", operation=kind)
        for slot, value in zip(node.inputs, values):
            if isinstance(value, (int, float)):
                slot.default_value = value
            else:
                shader.links.new(value, slot)
        return node.outputs["Value"]

    radius = calc("SQRT", calc("ADD", calc("MULTIPLY", place.outputs["X"], place.outputs["X"]), calc("MULTIPLY", place.outputs["Y"], place.outputs["Y"])))
    turn = calc("DIVIDE", calc("ARCTAN2", place.outputs["Y"], place.outputs["X"]), 2 * math.pi)
    return calc, radius, turn, place.outputs["Z"]


rubber = surfaces.Shader("rubber", (0.022, 0.022, 0.022), Roughness=0.62, Specular=0.4)
calc, radius, turn, depth = radius_of(rubber)
# Letters stand out of the wall, twice round.
words = rubber.node("TexImage", extension="REPEAT", interpolation="Cubic")
words.image = surfaces.letter([("205/55 R 16", SANS, -0.31, 0.0, 0.055), ("91 V", SANS, -0.05, 0, 0.045), ("TUBELESS", SANS, 0.14, 0, 0.03), ("RADIAL", SANS, 0.28, 0, 0.03), ("M+S", SANS, 0.41, 0.0, 0.05)], "sidewall", 3000, 240)
words.image.colorspace_settings.name = "Non-Color"
at = rubber.node("CombineXYZ")
rubber.links.new(calc("MULTIPLY", turn, -2.0), at.inputs["X"])
rubber.links.new(calc("DIVIDE", calc("SUBTRACT", radius, 0.2385), 0.062), at.inputs["Y"])
rubber.links.new(at.outputs["Vector"], words.inputs["Vector"])
raised = rubber.ramp(words.outputs["Color"], [(0.3, (1, 1, 1)), (0.7, (0, 0, 0))])
band = calc("MULTIPLY", calc("GREATER_THAN", radius, 0.24), calc("LESS_THAN", radius, 0.298))
raised = rubber.mix(1.0, raised, rubber.mix(band, (0, 0, 0), (1, 1, 1)), "MULTIPLY")
rings = rubber.ramp(calc("FRACT", calc("MULTIPLY", radius, 260.0)), [(0.0, (0, 0, 0)), (0.25, (1, 1, 1)), (0.5, (0, 0, 0))])
ribbed = calc("ADD", calc("LESS_THAN", radius, 0.236), calc("MULTIPLY", calc("GREATER_THAN", radius, 0.29), calc("LESS_THAN", radius, 0.299)))
rubber.bump(rubber.mix(ribbed, (0, 0, 0), rings), 0.0008, 0.6)
rubber.bump(raised, 0.0011, 0.9)
# Fine radial knurls under the shoulder.
knurl = calc("MULTIPLY", calc("SINE", calc("MULTIPLY", turn, 2 * math.pi * 420)), calc("MULTIPLY", calc("GREATER_THAN", radius, 0.2995), calc("LESS_THAN", radius, 0.3075)))
rubber.bump(knurl, 0.0006, 0.6)
rubber.bump(rubber.noise(700, 4), 0.00015, 0.5)
mud = rubber.ramp(rubber.noise(16, 8, 0.7), [(0.45, (0, 0, 0)), (0.7, (0.75,) * 3)])
outer = rubber.node("MapRange")
rubber.links.new(radius, outer.inputs["Value"])
outer.inputs["From Min"].default_value, outer.inputs["From Max"].default_value = 0.285, 0.312
grey = rubber.mix(mud, (0.018, 0.018, 0.018), (0.075, 0.068, 0.058))
rubber.set("Base Color", rubber.mix(calc("MULTIPLY", outer.outputs["Result"], 0.75), grey, (0.085, 0.078, 0.068)))
rubber.set("Roughness", rubber.ramp(rubber.noise(30, 5), [(0.35, (0.5,) * 3), (0.65, (0.75,) * 3)]))

sidewall = [(0.204, 0.083), (0.2105, 0.0885), (0.2135, 0.093), (0.218, 0.0955), (0.226, 0.0985), (0.24, 0.1025), (0.256, 0.1045), (0.272, 0.103), (0.287, 0.098), (0.2985, 0.0905), (0.304, 0.0855), (0.3075, 0.0815)]
tread = [(0.3095, 0.0775), (0.3105, 0.066), (0.3035, 0.065), (0.3035, 0.058), (0.311, 0.057), (0.312, 0.024), (0.304, 0.023), (0.304, 0.014), (0.312, 0.013)]
profile = sidewall + tread
profile += [(r, -z) for r, z in reversed(profile)]
sides, points, faces = 504, [], []
for i in range(sides):
    angle = 2 * math.pi * i / sides
    # Sipes across the tread and slots in the shoulder, of uneven pitch against the noise.
    pitch = math.sin(angle * 3) * 0.6
    for k, (r, z) in enumerate(profile):
        on_tread = abs(z) < 0.083 and r > 0.3065
        cut = 0.0065 if on_tread and math.sin(angle * 72 + pitch + abs(z) * 60) > 0.78 else 0
        points.append(((r - cut) * math.cos(angle), (r - cut) * math.sin(angle), z))
m = len(profile)
for i in range(sides):
    for k in range(m - 1):
        n = (i + 1) % sides
        faces.append((i * m + k, n * m + k, n * m + k + 1, i * m + k + 1))
tyre = shapes.mesh("tyre", points, faces, rubber)
tyre.data.use_auto_smooth = True
tyre.data.auto_smooth_angle = math.radians(38)
parts.append(tyre)

paint = surfaces.Shader("paint", (0.42, 0.43, 0.44), Metallic=0.75, Roughness=0.34, Clearcoat=0.6, Clearcoat_Roughness=0.08)
calc, radius, turn, depth = radius_of(paint)
flake = paint.noise(2600, 2)
base = paint.ramp(flake, [(0.3, (0.33, 0.335, 0.345)), (0.7, (0.47, 0.475, 0.485))])
# Brown of the brakes in whatever lies deep; kerb's grinding along the lip; chips.
deep = paint.node("MapRange")
paint.links.new(calc("ADD", depth, calc("MULTIPLY", paint.noise(28, 6, 0.65), 0.04)), deep.inputs["Value"])
deep.inputs["From Min"].default_value, deep.inputs["From Max"].default_value = 0.082, 0.03
dirty = paint.mix(calc("MULTIPLY", deep.outputs["Result"], 0.8), base, (0.05, 0.038, 0.028))
film = paint.ramp(paint.noise(12, 8, 0.7), [(0.46, (0, 0, 0)), (0.72, (0.5,) * 3)])
dirty = paint.mix(film, dirty, (0.13, 0.115, 0.095))
kerb = calc("MULTIPLY", calc("GREATER_THAN", radius, 0.2035), calc("GREATER_THAN", paint.noise(21, 3, 0.5), 0.56))
scraped = calc("MULTIPLY", kerb, calc("GREATER_THAN", paint.noise(330, 5, 0.7), 0.42))
chip = paint.ramp(paint.noise(190, 5, 0.7), [(0.69, (0, 0, 0)), (0.7, (1, 1, 1))])
paint.set("Base Color", paint.mix(chip, paint.mix(scraped, dirty, (0.3, 0.29, 0.275)), (0.1, 0.095, 0.09)))
paint.set("Clearcoat", calc("SUBTRACT", 0.6, calc("MULTIPLY", scraped, 0.6)))
paint.bump(calc("MULTIPLY", scraped, paint.noise(700, 4, 0.7)), 0.0006, 0.9)
paint.bump(paint.noise(60, 3), 0.0003, 0.15)
paint.set("Roughness", paint.ramp(paint.noise(18, 6), [(0.35, (0.27,) * 3), (0.7, (0.5,) * 3)]))

barrel = [(0.2125, 0.0905), (0.2128, 0.0935), (0.2105, 0.0955), (0.207, 0.0945), (0.2045, 0.0905), (0.2015, 0.083), (0.1965, 0.0755), (0.1905, 0.071), (0.186, 0.062), (0.1825, 0.045), (0.181, 0.0), (0.187, -0.06), (0.196, -0.085), (0.208, -0.093), (0.2125, -0.09)]
well = shapes.lathe("barrel", barrel, paint, 160)
shapes.subdivide(well, 1)
parts.append(well)

# Five pairs of spokes and a hub, cast in one: joined by a remesh, which leaves the rounds of a casting.
cast = []
for spoke in range(10):
    angle = 2 * math.pi * (spoke // 2) / 5 + (-0.17 if spoke % 2 else 0.17)
    points, faces = [], []
    steps = 20
    for i in range(steps + 1):
        t = i / steps
        r = 0.036 + (0.1915 - 0.036) * t
        swing = angle + (0.5 - t) * (0.12 if spoke % 2 else -0.12) * -1
        front = 0.0585 + 0.019 * math.sin(math.pi * min(1, t * 1.15) / 2) - 0.004 * math.cos(t * 3)
        wide, thick = 0.0148 - 0.0042 * t, 0.024 - 0.004 * t
        cx, cy = r * math.cos(swing), r * math.sin(swing)
        sx, sy = -math.sin(swing), math.cos(swing)
        for side, z in ((-0.72, front), (0.72, front), (1.0, front - 0.004), (1.12, front - thick), (-1.12, front - thick), (-1.0, front - 0.004)):
            points.append((cx + sx * wide * side, cy + sy * wide * side, z))
    for i in range(steps):
        for k in range(6):
            n = (k + 1) % 6
            faces.append((i * 6 + k, i * 6 + n, (i + 1) * 6 + n, (i + 1) * 6 + k))
    faces += [tuple(reversed(range(6))), tuple(range(steps * 6, steps * 6 + 6))]
    cast.append(shapes.mesh("spoke", points, faces, paint))
cast.append(shapes.lathe("hub", [(0.0, 0.03), (0.072, 0.03), (0.0725, 0.05), (0.069, 0.0575), (0.06, 0.06), (0.036, 0.0585), (0.034, 0.0585), (0.0, 0.0585)], paint, 96))
ring = [(0.1945, 0.045), (0.1945, 0.074), (0.186, 0.072), (0.183, 0.05), (0.1945, 0.045)]
cast.append(shapes.lathe("ring", ring, paint, 160))
bpy.ops.object.select_all(action="DESELECT")
for thing in cast:
    thing.select_set(True)
bpy.context.view_layer.objects.active = cast[0]
bpy.ops.object.join()
spokes = bpy.context.object
fuse = spokes.modifiers.new("fuse", "REMESH")
fuse.mode, fuse.voxel_size, fuse.use_smooth_shade = "VOXEL", 0.0013, True
calm = spokes.modifiers.new("calm", "SMOOTH")
calm.factor, calm.iterations = 0.5, 9
parts.append(spokes)

dark = surfaces.Shader("hole", (0.012, 0.011, 0.01), Roughness=0.6)
for i in range(5):
    angle = 2 * math.pi * (i + 0.5) / 5
    x, y = 0.0545 * math.cos(angle), 0.0545 * math.sin(angle)
    for name, shape, shader in (("rim", [(0.0112, 0.0592), (0.0118, 0.0604), (0.0126, 0.0597)], paint), ("hole", [(0, 0.0596), (0.0113, 0.0596)], dark), ("bottom", [(0, 0.0597), (0.0062, 0.0597)], surfaces.Shader("through", (0.001,) * 3, Roughness=1.0))):
        thing = shapes.lathe(name, shape, shader, 32)
        thing.location = (x, y, 0)
        parts.append(thing)
cap = surfaces.Shader("cap", (0.03, 0.03, 0.032), Roughness=0.28)
parts.append(shapes.lathe("cap", [(0, 0.0635), (0.02, 0.063), (0.026, 0.0615), (0.0285, 0.0585)], cap, 64))
parts.append(shapes.lathe("cap", [(0.0215, 0.0632), (0.0222, 0.0638), (0.023, 0.063)], paint, 64))
valve = shapes.lathe("valve", [(0, 0.03), (0.0035, 0.03), (0.0032, 0.0), (0.0045, -0.01), (0, -0.01)], cap, 20)
valve.location, valve.rotation_euler = (-0.176, 0.04, 0.072), (0.2, -0.5, 0)
parts.append(valve)
lead = surfaces.Shader("weight", (0.3, 0.3, 0.3), Metallic=0.8, Roughness=0.5)
for i in range(4):
    a = 1.1 + i * 0.06
    parts.append(shapes.box("weight", (0.004, 0.0105, 0.018), (0.1805 * math.cos(a), 0.1805 * math.sin(a), 0.02), lead, 0.001, (0, 0, a)))
holder = bpy.data.objects.new("wheel", None)
bpy.context.collection.objects.link(holder)
for part in parts:
    part.parent = holder
LEAN = math.radians(11)
holder.rotation_euler = (math.pi / 2 - LEAN, 0.0, math.radians(6))
holder.location = (0, 0.0, TYRE * math.cos(LEAN) + HALF * math.sin(LEAN) - 0.0165)

# Concrete: clouds of the float, stains of oil, sand in the corner; and a wall of rendered block, splashed at its foot.
floor = surfaces.Shader("concrete", (0.34, 0.33, 0.31), Roughness=0.75)
colour = floor.ramp(floor.noise(2.4, 9, 0.65), [(0.32, (0.2, 0.19, 0.175)), (0.5, (0.3, 0.29, 0.27)), (0.7, (0.4, 0.385, 0.36))])
colour = floor.mix(0.35, colour, floor.ramp(floor.noise(70, 6, 0.7), [(0.35, (0.25,) * 3), (0.65, (0.75,) * 3)]), "OVERLAY")
oil = floor.ramp(floor.noise(1.7, 5, 0.55), [(0.6, (0, 0, 0)), (0.68, (0.7,) * 3)])
colour = floor.mix(oil, colour, (0.07, 0.063, 0.055))
floor.set("Base Color", floor.mix(floor.ramp(floor.noise(330, 3), [(0.66, (0, 0, 0)), (0.7, (0.7,) * 3)]), colour, (0.12, 0.11, 0.1)))
floor.bump(floor.noise(90, 7, 0.65), 0.0012, 0.5)
floor.bump(floor.noise(5, 4), 0.006, 0.3)
floor.set("Roughness", floor.mix(oil, (0.78,) * 3, (0.4,) * 3))
shapes.plane("floor", (6, 5), (0, 0, 0), shader=floor)
wall = surfaces.Shader("wall", (0.6, 0.58, 0.53), Roughness=0.9)
z = wall.node("SeparateXYZ")
wall.links.new(wall.place.outputs["Object"], z.inputs["Vector"])
low = wall.node("MapRange")
splash = wall.node("Math", operation="MULTIPLY_ADD")
wall.links.new(wall.noise(6, 8, 0.7), splash.inputs[0])
splash.inputs[1].default_value = 0.75
wall.links.new(z.outputs["Y"], splash.inputs[2])
wall.links.new(splash.outputs["Value"], low.inputs["Value"])
low.inputs["From Min"].default_value, low.inputs["From Max"].default_value = -0.6, -1.15
tone = wall.ramp(wall.noise(1.8, 7, 0.6), [(0.35, (0.4, 0.38, 0.33)), (0.65, (0.55, 0.525, 0.47))])
wall.set("Base Color", wall.mix(low.outputs["Result"], tone, (0.25, 0.225, 0.19)))
wall.bump(wall.noise(240, 6, 0.7), 0.002, 0.7)
wall.bump(wall.noise(22, 5), 0.005, 0.4)
shapes.plane("wall", (6, 3), (0, 0.185, 1.5), (math.pi / 2, 0, 0), wall)
grit = surfaces.Shader("grit", (0.16, 0.14, 0.12), Roughness=0.95)
shapes.scatter_crumbs(grit, 700, (-0.9, 0.9, -0.55, 0.18, 0), (0.0004, 0.0035), 6)
shapes.scatter_crumbs(grit, 420, (-0.9, 0.9, 0.11, 0.184, 0), (0.0006, 0.005), 7)

room.window((-2.6, -1.6, 1.5), (0, 0, 0.3), 2.2, 2.0, 210, panes=(1, 1), bar=0)
room.camera((0.2, -0.92, 0.72), (0.0, 0.02, 0.3), focal=27, aperture=1.8, roll=1.3)
room.render(warmth=0.02, bias=-0.35)
