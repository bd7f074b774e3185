"""A phone's photograph of a thing in a room: windows, lamps, floor, wall and lens; sensor.py is what the phone makes of the light.

Run by tools/scenes/render-samples.ts as `blender -b --python KIND.py -- OUT WIDTH HEIGHT SAMPLES`.
"""
import math
import random
import sys

import bpy
import develop
from mathutils import Vector

OUT, WIDTH, HEIGHT, SAMPLES = (sys.argv[sys.argv.index("--") + 1 :] + [None] * 4)[:4]


def begin(strength=0.5, above=(0.9, 0.88, 0.84), around=(0.5, 0.47, 0.43), below=(0.16, 0.13, 0.1)):
    """Empties the scene; what is not built is a dim room: a light ceiling, walls with dark and light things, a dark floor."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    world = bpy.data.worlds.new("world")
    scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    place = nodes.new("ShaderNodeTexCoord").outputs["Generated"]
    height = nodes.new("ShaderNodeSeparateXYZ")
    links.new(place, height.inputs["Vector"])
    steps = nodes.new("ShaderNodeMapRange")
    steps.inputs["From Min"].default_value = -1
    links.new(height.outputs["Z"], steps.inputs["Value"])
    tone = nodes.new("ShaderNodeValToRGB")
    elements = tone.color_ramp.elements
    for at, colour in ((0.3, below), (0.42, around), (0.7, around), (0.76, above)):
        element = elements.new(at)
        element.color = (*colour, 1)
    elements.remove(elements[0])
    elements.remove(elements[-1])
    links.new(steps.outputs["Result"], tone.inputs["Fac"])
    things = nodes.new("ShaderNodeTexVoronoi")
    things.distance = "CHEBYCHEV"
    things.inputs["Scale"].default_value = 2.6
    links.new(place, things.inputs["Vector"])
    grey = nodes.new("ShaderNodeRGBToBW")
    links.new(things.outputs["Color"], grey.inputs["Color"])
    uneven = nodes.new("ShaderNodeMapRange")
    uneven.inputs["To Min"].default_value, uneven.inputs["To Max"].default_value = 0.35, 1.5
    links.new(grey.outputs["Val"], uneven.inputs["Value"])
    lit = nodes.new("ShaderNodeMath")
    lit.operation = "MULTIPLY"
    lit.inputs[1].default_value = strength
    links.new(uneven.outputs["Result"], lit.inputs[0])
    links.new(tone.outputs["Color"], nodes["Background"].inputs["Color"])
    links.new(lit.outputs["Value"], nodes["Background"].inputs["Strength"])
    return scene


def camera(at, to, focal=26.0, aperture=1.8, focus=None, roll=0.0):
    """A phone's camera (35 mm equivalents) at `at` in metres, looking at `to`; its sensor is 9.8 mm wide."""
    data = bpy.data.cameras.new("camera")
    data.sensor_width = 9.8
    data.lens = focal * 9.8 / 36
    data.clip_start = 0.01
    data.dof.use_dof = True
    data.dof.aperture_fstop = aperture
    look = Vector(to) - Vector(at)
    data.dof.focus_distance = look.length if focus is None else focus
    thing = bpy.data.objects.new("camera", data)
    thing.location = at
    thing.rotation_euler = look.to_track_quat("-Z", "Y").to_euler()
    thing.rotation_euler.rotate_axis("Z", math.radians(roll))
    bpy.context.collection.objects.link(thing)
    bpy.context.scene.camera = thing


def light(at, to, width, height, power, colour):
    data = bpy.data.lights.new("light", "AREA")
    data.shape = "RECTANGLE"
    data.size, data.size_y = width, height
    data.energy = power
    data.color = colour
    thing = bpy.data.objects.new("light", data)
    thing.location = at
    thing.rotation_euler = (Vector(to) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(thing)
    return thing


def window(at, to, width, height, power, colour=(0.86, 0.93, 1), panes=(2, 2), bar=0.05):
    """A window's daylight through its panes; the lower ones look on houses, and give less."""
    at = Vector(at)
    turn = (Vector(to) - at).to_track_quat("-Z", "Y")
    across, up = turn @ Vector((1, 0, 0)), turn @ Vector((0, 1, 0))
    columns, rows = panes
    for i in range(columns):
        for j in range(rows):
            x, y = (i + 0.5) / columns - 0.5, (j + 0.5) / rows - 0.5
            share = power / (columns * rows) * (1 if y > 0 or rows == 1 else 0.55)
            centre = at + across * x * width + up * y * height
            pane = light(centre, to, width / columns - bar, height / rows - bar, share, colour)
            pane.rotation_euler = turn.to_euler()


def flash(power, size=0.004):
    """The phone's own flash, beside its lens."""
    eye = bpy.context.scene.camera
    data = bpy.data.lights.new("flash", "POINT")
    data.energy, data.shadow_soft_size, data.color = power, size, (1, 0.97, 0.92)
    thing = bpy.data.objects.new("flash", data)
    thing.location = eye.matrix_basis @ Vector((0.014, 0.004, 0))
    bpy.context.collection.objects.link(thing)


def render(**phone):
    """`phone`: what sensor.py's expose_photo is told of the phone."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = int(SAMPLES or 32)
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.04
    scene.cycles.adaptive_min_samples = 12
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 6
    scene.cycles.diffuse_bounces = 3
    scene.render.threads_mode, scene.render.threads = "FIXED", 2
    scene.cycles.sample_clamp_indirect = 6
    scene.cycles.blur_glossy = 0.5
    scene.cycles.caustics_reflective = False
    scene.cycles.caustics_refractive = False
    scene.render.resolution_x, scene.render.resolution_y = int(WIDTH or 640), int(HEIGHT or 480)
    develop.render_photo(OUT, phone)


class Shader:
    """A principled material with short words for what its textures do."""

    def __init__(self, name, colour=(0.8, 0.8, 0.8), **inputs):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.nodes, self.links = self.material.node_tree.nodes, self.material.node_tree.links
        self.principled = self.nodes["Principled BSDF"]
        self.principled.inputs["Base Color"].default_value = (*colour, 1)
        for key, value in inputs.items():
            self.principled.inputs[key.replace("_", " ")].default_value = value
        self.place = self.nodes.new("ShaderNodeTexCoord")

    def node(self, kind, **settings):
        node = self.nodes.new("ShaderNode" + kind)
        for key, value in settings.items():
            if key in node.inputs:
                node.inputs[key].default_value = value
            else:
                setattr(node, key, value)
        return node

    def scaled(self, scale, by="Object", turn=(0, 0, 0)):
        mapping = self.node("Mapping")
        mapping.inputs["Scale"].default_value = scale if isinstance(scale, tuple) else (scale,) * 3
        mapping.inputs["Rotation"].default_value = turn
        self.links.new(self.place.outputs[by], mapping.inputs["Vector"])
        return mapping.outputs["Vector"]

    def noise(self, scale, detail=6.0, roughness=0.55, by="Object", stretch=(1, 1, 1)):
        node = self.node("TexNoise", Scale=scale, Detail=detail, Roughness=roughness)
        self.links.new(self.scaled(stretch, by), node.inputs["Vector"])
        return node.outputs["Fac"]

    def ramp(self, factor, stops):
        node = self.node("ValToRGB")
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (at, colour) in zip(elements, stops):
            element.position = at
            element.color = (*colour, 1) if len(colour) == 3 else colour
        self.links.new(factor, node.inputs["Fac"])
        return node.outputs["Color"]

    def set(self, name, output):
        self.links.new(output, self.principled.inputs[name])
        return self

    def bump(self, height, distance, strength=1.0):
        node = self.node("Bump", Distance=distance, Strength=strength)
        self.links.new(height, node.inputs["Height"])
        before = self.principled.inputs["Normal"].links
        if before:
            self.links.new(before[0].from_socket, node.inputs["Normal"])
        return self.set("Normal", node.outputs["Normal"])

    def mix(self, factor, one, other, kind="MIX"):
        node = self.node("MixRGB", blend_type=kind)
        for key, value in (("Fac", factor), ("Color1", one), ("Color2", other)):
            if isinstance(value, (int, float, tuple)):
                node.inputs[key].default_value = value if not isinstance(value, tuple) else (*value, 1)
            else:
                self.links.new(value, node.inputs[key])
        return node.outputs["Color"]


def plane(name, size, at=(0, 0, 0), turn=(0, 0, 0), shader=None):
    bpy.ops.mesh.primitive_plane_add(size=1, location=at, rotation=turn)
    thing = bpy.context.object
    thing.name = name
    thing.scale = (size[0], size[1], 1)
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    if shader:
        thing.data.materials.append(shader.material)
    return thing


def box(name, size, at, shader, bevel=0.004, turn=(0, 0, 0)):
    bpy.ops.mesh.primitive_cube_add(size=1, location=at, rotation=turn)
    thing = bpy.context.object
    thing.name = name
    thing.scale = size
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    if bevel:
        rounded = thing.modifiers.new("bevel", "BEVEL")
        rounded.width, rounded.segments = bevel, 4
    thing.data.materials.append(shader.material)
    bpy.ops.object.shade_smooth()
    thing.data.use_auto_smooth = True
    return thing


def mesh(name, points, faces, shader=None, smooth=True):
    data = bpy.data.meshes.new(name)
    data.from_pydata(points, [], faces)
    data.update()
    thing = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(thing)
    if shader:
        data.materials.append(shader.material)
    if smooth:
        for face in data.polygons:
            face.use_smooth = True
    return thing


def lathe(name, profile, shader, sides=96):
    """`profile`: (radius, height) from below; the ends are closed where the radius is 0."""
    points, faces = [], []
    for radius, height in profile:
        for i in range(sides):
            angle = 2 * math.pi * i / sides
            points.append((radius * math.cos(angle), radius * math.sin(angle), height))
    for row in range(len(profile) - 1):
        for i in range(sides):
            next_one = (i + 1) % sides
            a, b = row * sides + i, row * sides + next_one
            faces.append((a, b, b + sides, a + sides))
    thing = mesh(name, points, faces, shader)
    return thing


def subdivide(thing, levels=2):
    modifier = thing.modifiers.new("smooth", "SUBSURF")
    modifier.levels = modifier.render_levels = levels
    return thing


def parquet(name="parquet", tone=(0.36, 0.2, 0.1), gloss=0.35, width=0.09, length=0.7, gap=0.0012):
    """Oak boards, each with a tone and a grain of its own."""
    wood = Shader(name, Roughness=gloss)
    boards = wood.node("TexBrick", Scale=1.0, offset=0.37, squash=1.0)
    for key, value in (("Mortar Size", gap), ("Brick Width", length), ("Row Height", width), ("Bias", 0.0)):
        boards.inputs[key].default_value = value
    boards.inputs["Color1"].default_value = (0, 0, 0, 1)
    boards.inputs["Color2"].default_value = (1, 1, 1, 1)
    boards.inputs["Mortar"].default_value = (0.5, 0.5, 0.5, 1)
    wood.links.new(wood.scaled(1), boards.inputs["Vector"])
    # Each board begins at another place of the grain.
    shift = wood.node("Mapping")
    wood.links.new(wood.place.outputs["Object"], shift.inputs["Vector"])
    moved = wood.node("VectorMath", operation="MULTIPLY")
    wood.links.new(boards.outputs["Color"], moved.inputs[0])
    moved.inputs[1].default_value = (7, 3, 5)
    wood.links.new(moved.outputs["Vector"], shift.inputs["Location"])
    grain = wood.node("TexNoise", Scale=1.0, Detail=10.0, Roughness=0.62, Distortion=0.6)
    stretch = wood.node("Mapping")
    stretch.inputs["Scale"].default_value = (3, 46, 1)
    wood.links.new(shift.outputs["Vector"], stretch.inputs["Vector"])
    wood.links.new(stretch.outputs["Vector"], grain.inputs["Vector"])
    dark = tuple(c * 0.55 for c in tone)
    light = tuple(min(1, c * 1.35) for c in tone)
    colour = wood.ramp(grain.outputs["Fac"], [(0.3, dark), (0.5, tone), (0.72, light)])
    tinted = wood.mix(0.35, colour, boards.outputs["Color"], "SOFT_LIGHT")
    wood.set("Base Color", wood.mix(boards.outputs["Fac"], tinted, (0.03, 0.018, 0.01)))
    wood.bump(grain.outputs["Fac"], 0.0004, 0.5)
    level = wood.node("Invert")
    wood.links.new(boards.outputs["Fac"], level.inputs["Color"])
    wood.bump(level.outputs["Color"], 0.001, 0.8)
    rough = wood.ramp(wood.noise(4), [(0.3, (gloss * 0.8,) * 3), (0.75, (gloss * 1.5,) * 3)])
    return wood.set("Roughness", rough)


def plaster(name="plaster", tone=(0.62, 0.57, 0.5)):
    wall = Shader(name, tone, Roughness=0.9)
    soft = tuple(c * 0.93 for c in tone)
    wall.set("Base Color", wall.ramp(wall.noise(1.3, 3), [(0.35, soft), (0.65, tone)]))
    wall.bump(wall.noise(160, 4), 0.0006, 0.35)
    return wall.bump(wall.noise(9, 3), 0.002, 0.25)


def skirting(y, shader, height=0.07):
    return box("skirting", (8, 0.015, height), (0, y - 0.008, height / 2), shader, 0.003)


def cells(shader, scale, output="Color", stretch=(1, 1, 1), by="Object", randomness=1.0):
    """A Voronoi pattern: an own random colour for each cell, or the distance from its middle."""
    node = shader.node("TexVoronoi", Scale=scale, Randomness=randomness)
    shader.links.new(shader.scaled(stretch, by), node.inputs["Vector"])
    return node.outputs[output]


def letter(lines, name, width=1024, height=512):
    """An image of lettering, black on white: (text, font's file, x, y, size) each, in shares of the width from the middle."""
    import os
    import tempfile

    before = bpy.context.window.scene if bpy.context.window else bpy.context.scene
    page = bpy.data.scenes.new("page")
    page.render.engine = "CYCLES"
    page.cycles.samples, page.cycles.use_denoising = 8, False
    page.render.resolution_x, page.render.resolution_y = width, height
    page.view_settings.view_transform = "Standard"
    page.world = bpy.data.worlds.new("paper")
    page.world.use_nodes = True
    page.world.node_tree.nodes["Background"].inputs["Color"].default_value = (1, 1, 1, 1)
    ink = bpy.data.materials.new("ink")
    ink.use_nodes = True
    ink.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (0, 0, 0, 1)
    ink.node_tree.nodes["Principled BSDF"].inputs["Specular"].default_value = 0
    for text, font, x, y, size in lines:
        curve = bpy.data.curves.new("text", "FONT")
        curve.body, curve.size, curve.align_x, curve.align_y = text, size, "CENTER", "CENTER"
        curve.font = bpy.data.fonts.load(font)
        curve.materials.append(ink)
        thing = bpy.data.objects.new("text", curve)
        thing.location = (x, y, 0)
        page.collection.objects.link(thing)
    data = bpy.data.cameras.new("page")
    data.type, data.ortho_scale = "ORTHO", 1
    eye = bpy.data.objects.new("page", data)
    eye.location = (0, 0, 1)
    page.collection.objects.link(eye)
    page.camera = eye
    path = os.path.join(tempfile.mkdtemp(), name + ".png")
    page.render.filepath = path
    bpy.ops.render.render(write_still=True, scene=page.name)
    bpy.data.scenes.remove(page)
    return bpy.data.images.load(path)


def scatter_crumbs(shader, count, inside, sizes, seed=1, keep=None):
    """Crumbs and dust on a flat top: (x from, x to, y from, y to, z)."""
    dice = random.Random(seed)
    points, faces = [], []
    for _ in range(count):
        x, y = dice.uniform(*inside[:2]), dice.uniform(*inside[2:4])
        if keep and not keep(x, y):
            continue
        size = sizes[0] * (sizes[1] / sizes[0]) ** (dice.random() ** 2.5)
        start = len(points)
        for px, py, pz in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -0.3)):
            points.append(tuple(c + size * (d * dice.uniform(0.5, 1.3) + dice.uniform(-0.3, 0.3)) for c, d in zip((x, y, inside[4] + size * 0.3), (px, py, pz))))
        faces += [tuple(start + i for i in face) for face in ((0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5))]
    return mesh("crumbs", points, faces, shader, smooth=False)


def scatter_lint(shader, count, inside, length, thick, seed=2):
    """Bent hairs of lint lying about."""
    dice = random.Random(seed)
    curve = bpy.data.curves.new("lint", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", thick, 0
    for _ in range(count):
        x, y, way = dice.uniform(*inside[:2]), dice.uniform(*inside[2:4]), dice.uniform(0, 6.3)
        step, turn = length * dice.uniform(0.3, 1) / 8, dice.uniform(-0.5, 0.5)
        spline = curve.splines.new("POLY")
        spline.points.add(8)
        for i, point in enumerate(spline.points):
            point.co = (x, y, inside[4] + thick + dice.uniform(0, thick * 3), 1)
            x, y, way = x + step * math.cos(way), y + step * math.sin(way), way + turn + dice.uniform(-0.35, 0.35)
    thing = bpy.data.objects.new("lint", curve)
    curve.materials.append(shader.material)
    bpy.context.collection.objects.link(thing)
    return thing


def relief(name, points, shader, keep=None, **attributes):
    """A mesh of rows × columns × 3 points; `keep` says which of its squares are there, attributes hold a number for each point."""
    import numpy as np

    rows, columns = points.shape[:2]
    index = np.arange(rows * columns).reshape(rows, columns)
    quads = np.stack([index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], axis=-1)
    quads = (quads if keep is None else quads[keep]).reshape(-1, 4)
    used, corners = np.unique(quads, return_inverse=True)
    data = bpy.data.meshes.new(name)
    data.vertices.add(len(used))
    data.vertices.foreach_set("co", points.reshape(-1, 3)[used].ravel())
    data.loops.add(quads.size)
    data.loops.foreach_set("vertex_index", corners.ravel())
    data.polygons.add(len(quads))
    data.polygons.foreach_set("loop_start", np.arange(0, quads.size, 4))
    data.polygons.foreach_set("loop_total", np.full(len(quads), 4))
    data.polygons.foreach_set("use_smooth", np.ones(len(quads), bool))
    for key, values in attributes.items():
        data.attributes.new(key, "FLOAT", "POINT").data.foreach_set("value", values.ravel()[used].astype(np.float32))
    data.update(calc_edges=True)
    data.materials.append(shader.material)
    thing = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(thing)
    return thing
