"""What a phone of five years ago makes of the light: haze of a touched lens, corners, grain, its own smoothing, tones and sharpening. numpy alone."""
import bpy
import numpy as np

# Pixels across the photo: more than are rendered, as no phone's pixel is as sharp as a rendered one.
ACROSS = 1600
LUMA = np.array([0.2126, 0.7152, 0.0722])
# What the middle of the picture comes to, linear, before the tone curve.
MIDDLE = 0.3


def expose_photo(light, bias=0.0, grain=1.0, warmth=0.0, corners=0.35, haze=0.02, seed=7):
    """Returns bytes/255 from linear light; `bias` in stops, `warmth` is what the white balance leaves of the lamp's colour."""
    dice = np.random.default_rng(seed)
    light = balance(np.clip(enlarge(light, ACROSS / light.shape[1]), 0, 60), warmth)
    light *= gain_for(light) * 2**bias
    bright = np.minimum(light, 6)
    light = light * (1 - haze) + haze * (0.6 * soften(bright, 40) + 0.4 * soften(bright, 9))
    y, x = np.mgrid[-1 : 1 : light.shape[0] * 1j, -1 : 1 : light.shape[1] * 1j]
    light *= (1 - corners * ((x * x + y * y) / 2) ** 1.3)[..., None]
    return sharpen(develop_tones(smooth_grain(add_grain(light, grain, dice), grain)))


def enlarge(values, by):
    """Catmull-Rom, an axis at a time."""
    for axis in (0, 1):
        size = values.shape[axis]
        at = (np.arange(round(size * by)) + 0.5) / by - 0.5
        whole = np.floor(at).astype(int)
        t = (at - whole).reshape([-1 if a == axis else 1 for a in range(values.ndim)])
        weights = (-0.5 * t + t**2 - 0.5 * t**3, 1 - 2.5 * t**2 + 1.5 * t**3, 0.5 * t + 2 * t**2 - 1.5 * t**3, -0.5 * t**2 + 0.5 * t**3)
        values = sum(w * np.take(values, np.clip(whole + i - 1, 0, size - 1), axis=axis) for i, w in enumerate(weights))
    return values


def balance(light, warmth):
    """The grey world of a phone: most of the room's colour goes."""
    mean = np.minimum(light, np.quantile(light, 0.97)).mean(axis=(0, 1))
    share = 0.75
    gains = (mean @ LUMA / mean) ** share
    return light * gains * np.array([1 + warmth, 1, 1 - warmth])


def gain_for(light):
    luma = light @ LUMA
    height, width = luma.shape
    middle = luma[height // 5 : -height // 5, width // 5 : -width // 5]
    return MIDDLE / (0.5 * middle.mean() + 0.5 * np.exp(np.log(luma + 0.001).mean()))


def mean_around(values, radius):
    """The mean of a square window, smaller at the borders."""
    for axis in (0, 1):
        size = values.shape[axis]
        sums = np.cumsum(values, axis=axis)
        sums = np.concatenate([np.zeros_like(np.take(sums, [0], axis)), sums], axis=axis)
        last = np.minimum(np.arange(size) + radius + 1, size)
        first = np.maximum(np.arange(size) - radius, 0)
        count = (last - first).reshape([-1 if a == axis else 1 for a in range(values.ndim)])
        values = (np.take(sums, last, axis) - np.take(sums, first, axis)) / count
    return values


def soften(values, radius):
    """Three boxes are nearly a bell; its spread is about the radius."""
    for _ in range(3):
        values = mean_around(values, radius)
    return values


def add_grain(light, grain, dice):
    """Photons by their root and the reading's own, coarser in colour as a Bayer pattern leaves it."""
    spread = grain * np.sqrt(0.00035 * np.maximum(light, 0) + 0.00001)
    fine = dice.normal(size=light.shape[:2])[..., None] * 0.8 + dice.normal(size=light.shape) * 0.35
    coarse = soften(dice.normal(size=light.shape), 1) * 5
    blotch = soften(dice.normal(size=light.shape), 3) * 7
    return light + spread * (soften_little(fine) * 1.5 + coarse * 0.5 + blotch * 0.22)


def soften_little(values):
    for axis in (0, 1):
        values = 0.5 * values + 0.25 * (np.roll(values, 1, axis) + np.roll(values, -1, axis))
    return values


def smooth_grain(light, grain):
    """The phone's own smoothing: flat ground smears, edges stay, colour is blurred more than light."""
    root = np.sqrt(np.maximum(light, 0) + 0.0001)
    luma = root @ LUMA
    mean, radius = mean_around(luma, 2), 2
    spread = np.maximum(mean_around(luma * luma, radius) - mean * mean, 0)
    slope = spread / (spread + (0.012 * grain) ** 2)
    calm = mean_around(slope, 1) * luma + mean_around((1 - slope) * mean, 1)
    calm = 0.8 * calm + 0.2 * luma
    colour = soften(root - luma[..., None], 2) * 0.7 + (root - luma[..., None]) * 0.3
    return np.maximum(calm[..., None] + colour, 0) ** 2


def develop_tones(light):
    """A phone's contrast and shoulder (the ACES fit of Narkowicz), a little more colour, then sRGB."""
    luma = (light @ LUMA)[..., None]
    light = np.maximum(luma + (light - luma) * 1.08, 0) * 0.8
    toned = light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14)
    toned = np.clip(toned, 0, 1)
    return np.where(toned < 0.0031308, toned * 12.92, 1.055 * toned ** (1 / 2.4) - 0.055)


def sharpen(picture):
    """With the halo that phones leave."""
    luma = picture @ LUMA
    edge = 0.7 * (luma - soften_little(soften_little(luma))) + 0.25 * (luma - soften(luma, 2))
    return np.clip(picture + np.clip(edge, -0.06, 0.05)[..., None], 0, 1)


def save_photo(picture, to):
    height, width = picture.shape[:2]
    image = bpy.data.images.new("photo", width, height)
    full = np.ones((height, width, 4), np.float32)
    full[..., :3] = picture
    image.pixels.foreach_set(full.ravel())
    image.filepath_raw, image.file_format = to, "PNG"
    image.save()
