"""A phone's photograph of a thing in a room: light from a real room's panorama, floor, wall, lens, grain is added later.

Run by tools/scenes/render-samples.ts as `blender -b --python KIND.py -- OUT PANORAMA WIDTH HEIGHT SAMPLES`.
"""
import math
import sys

import bpy
import develop
from mathutils import Vector

OUT, PANORAMA, WIDTH, HEIGHT, SAMPLES = (sys.argv[sys.argv.index("--") + 1 :] + [None] * 5)[:5]


def begin(turn=0.0, strength=1.0):
    """Empties the scene and lights it by the panorama, turned by `turn` degrees."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    world = bpy.data.worlds.new("world")
    scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    panorama = nodes.new("ShaderNodeTexEnvironment")
    panorama.image = bpy.data.images.load(PANORAMA)
    mapping = nodes.new("ShaderNodeMapping")
    mapping.inputs["Rotation"].default_value[2] = math.radians(turn)
    links.new(nodes.new("ShaderNodeTexCoord").outputs["Generated"], mapping.inputs["Vector"])
    links.new(mapping.outputs["Vector"], panorama.inputs["Vector"])
    background = nodes["Background"]
    background.inputs["Strength"].default_value = strength
    links.new(panorama.outputs["Color"], background.inputs["Color"])
    return scene


def camera(at, to, focal=26.0, aperture=1.8, focus=None, roll=0.0):
    """A phone's camera (35 mm equivalents) at `at` in metres, looking at `to`; its sensor is 9.8 mm wide."""
    data = bpy.data.cameras.new("camera")
    data.sensor_width = 9.8
    data.lens = focal * 9.8 / 36
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


def window(at, to, width, height, power, colour=(1, 0.95, 0.88)):
    """A window's daylight: a soft rectangle of light."""
    data = bpy.data.lights.new("window", "AREA")
    data.shape = "RECTANGLE"
    data.size, data.size_y = width, height
    data.energy = power
    data.color = colour
    thing = bpy.data.objects.new("window", data)
    thing.location = at
    thing.rotation_euler = (Vector(to) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(thing)


def render(exposure=0.0):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = int(SAMPLES or 64)
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.05
    scene.cycles.adaptive_min_samples = 12
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 5
    scene.cycles.diffuse_bounces = 3
    scene.render.threads_mode, scene.render.threads = "FIXED", 2
    scene.cycles.sample_clamp_indirect = 6
    scene.cycles.blur_glossy = 0.5
    scene.cycles.caustics_reflective = False
    scene.cycles.caustics_refractive = False
    scene.render.resolution_x, scene.render.resolution_y = int(WIDTH or 800), int(HEIGHT or 600)
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_depth = "16"
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium Contrast"
    scene.view_settings.exposure = exposure
    develop.render_calm(OUT)


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
