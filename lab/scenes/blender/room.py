"""A phone's photograph of a thing in a room: windows, lamps, floor, wall and lens; sensor.py is what the phone makes of the light.

Run by lab/scenes/render-samples.ts as `blender -b --python KIND.py -- OUT WIDTH HEIGHT SAMPLES`.
"""
import math
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
