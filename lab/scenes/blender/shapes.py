"""Meshes by points: turned, flat, boxed, in relief; and crumbs and lint to lie about."""
import math
import random

import bpy
import numpy as np


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
