"""What things are made of: materials with short words for their textures, and images of lettering."""
import os
import tempfile

import bpy


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


def cells(shader, scale, output="Color", stretch=(1, 1, 1), by="Object", randomness=1.0):
    """A Voronoi pattern: an own random colour for each cell, or the distance from its middle."""
    node = shader.node("TexVoronoi", Scale=scale, Randomness=randomness)
    shader.links.new(shader.scaled(stretch, by), node.inputs["Vector"])
    return node.outputs[output]


def letter(lines, name, width=1024, height=512):
    """An image of lettering, black on white: (text, font's file, x, y, size) each, in shares of the width from the middle."""
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
