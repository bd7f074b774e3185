"""Rendering with few samples, made calm by what Cycles knows of each pixel. Debian's Blender comes without a denoiser; this one needs numpy alone.

The light on a surface is smooth where the surface is: each pixel's light is fitted, in a small window, as a line through the normals and the
depth (a guided filter), and multiplied by the surface's own colour afterwards, so that grain, threads and stitches stay as sharp as they were.
"""
import os
import tempfile

import bpy
import numpy as np
from sensor import expose_photo, mean_around, save_photo

LIGHT_RADIUS = 6
GLOSS_RADIUS = 2
# What a guide must vary by, squared, before an edge is seen in it.
LEAST_CHANGE = 0.0004
# The unevenness of depth (guide's units) from which on a pixel is a border.
DEPTH_STEP = 0.05
FEATURES = ("Denoising Normal", "Denoising Depth")
LIGHTS = ("DiffDir", "DiffInd", "DiffCol", "GlossDir", "GlossInd", "GlossCol", "TransDir", "TransInd", "TransCol", "Image")


def render_photo(to, phone):
    """Renders the scene and writes to `to`, a PNG, what the phone makes of it."""
    scene = bpy.context.scene
    folder = tempfile.mkdtemp()
    ask_for_passes(scene, folder)
    bpy.ops.render.render()
    passes = {name: read_pass(folder, name) for name in (*LIGHTS, *FEATURES)}
    save_photo(expose_photo(join_lights(passes), **phone), to)


def ask_for_passes(scene, folder):
    layer = scene.view_layers[0]
    for kind in ("diffuse", "glossy", "transmission"):
        for part in ("direct", "indirect", "color"):
            setattr(layer, f"use_pass_{kind}_{part}", True)
    layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source = tree.nodes.new("CompositorNodeRLayers")
    files = tree.nodes.new("CompositorNodeOutputFile")
    files.base_path = folder
    files.format.file_format, files.format.color_depth = "OPEN_EXR", "32"
    files.file_slots.clear()
    for name in (*LIGHTS, *FEATURES):
        files.file_slots.new(name)
        tree.links.new(source.outputs[name], files.inputs[name])


def read_pass(folder, name):
    """Returns rows × columns × 3, from below."""
    file = next(f for f in os.listdir(folder) if f.startswith(name) and f[len(name) :][:1].isdigit())
    image = bpy.data.images.load(os.path.join(folder, file))
    image.colorspace_settings.name = "Non-Color"
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    return pixels.reshape(height, width, 4)[..., :3].astype(np.float64)


def join_lights(passes):
    parts = {kind: passes[kind + "Dir"] + passes[kind + "Ind"] for kind in ("Diff", "Gloss", "Trans")}
    known = sum(parts[kind] * passes[kind + "Col"] for kind in parts)
    rest = passes["Image"] - known
    depth = passes["Denoising Depth"][..., :1]
    guide = np.concatenate([passes["Denoising Normal"], np.log(np.clip(depth, 0.01, 100)) * 4], axis=2)
    calm = {
        "Diff": filter_guided(parts["Diff"], guide, LIGHT_RADIUS),
        "Gloss": filter_guided(parts["Gloss"], guide, GLOSS_RADIUS),
        "Trans": filter_guided(parts["Trans"], guide, GLOSS_RADIUS),
    }
    calmed = sum(np.maximum(calm[kind], 0) * passes[kind + "Col"] for kind in calm) + rest
    # Where one thing ends before another, a pixel holds some of both and no fit is true: there the samples around are taken.
    step = guide[..., 3]
    spread = mean_around(step * step, 1) - mean_around(step, 1) ** 2
    border = np.clip(spread / DEPTH_STEP**2, 0, 1)[..., None]
    return calmed * (1 - border) + mean_around(np.minimum(passes["Image"], 4), 1) * border


def filter_guided(light, guide, radius):
    """Least squares in each window: light ≈ slopes · guide + constant. Bright specks are brought down to their surroundings first."""
    around = mean_around(light, radius)
    light = np.minimum(light, around * 4 + 0.01)
    around = mean_around(light, radius)
    middle = mean_around(guide, radius)
    features = guide.shape[2]
    spread = np.empty((*guide.shape[:2], features, features))
    for i in range(features):
        for j in range(i, features):
            spread[..., i, j] = mean_around(guide[..., i] * guide[..., j], radius) - middle[..., i] * middle[..., j]
            spread[..., j, i] = spread[..., i, j]
    spread += np.eye(features) * LEAST_CHANGE
    together = np.empty((*guide.shape[:2], features, 3))
    for i in range(features):
        together[..., i, :] = mean_around(guide[..., i : i + 1] * light, radius) - middle[..., i : i + 1] * around
    slopes = np.linalg.solve(spread, together)
    constant = around - np.einsum("yxf,yxfc->yxc", middle, slopes)
    slopes = mean_around(slopes, radius // 2)
    fitted = np.einsum("yxf,yxfc->yxc", guide, slopes) + mean_around(constant, radius // 2)
    near = mean_around(light, 1)
    return np.clip(fitted, near * 0.7, near * 1.4)
