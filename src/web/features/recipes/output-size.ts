import { type OutputChoice, resolveOutputs } from '#domain/recipes/outputs.ts';
import { cropAspect, type Recipe } from '#domain/recipes/recipe.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The pixels that a photo's file will have: never more than the photo has, whatever the platform would like. */
export function deliveredSize(photo: Size, { rotate, crop }: Recipe, output: OutputChoice): Size {
  const turned = rotate % 180 === 0 ? photo : { width: photo.height, height: photo.width };
  const framed = cutTo(turned, cropAspect(crop));
  const rendition = resolveOutputs([output])[0]?.renditions[0];
  if (rendition === undefined) return framed;
  const { width, height, fit } = rendition;
  if (fit === 'contain') return { width, height };
  const shown = fit === 'cover' ? cutTo(framed, width / height) : framed;
  const scale = Math.min(1, width / shown.width, height / shown.height);
  return { width: Math.round(shown.width * scale), height: Math.round(shown.height * scale) };
}

/** The largest part of this ratio; null keeps the whole. */
function cutTo({ width, height }: Size, aspect: number | null): Size {
  if (aspect === null) return { width, height };
  return width / height > aspect ? { width: height * aspect, height } : { width, height: width / aspect };
}
