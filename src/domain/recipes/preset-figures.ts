import type { Figures } from '#domain/figures.ts';
import type { Preset } from './presets.ts';

/** A preset as figures that can be compared: those of its second file are „file2.width”. */
export function presetFigures(preset: Omit<Preset, 'key'>): Figures {
  const { label, overlays, renditions, rules, source, sourceUrl, verified, withdrawn } = preset;
  const files = renditions.flatMap(({ aspects, fill, maxBytes, pad, padColour, suffix, ...rendition }, n) => {
    const { width, height, fit, format, quality } = rendition;
    // Only what says something of the file: margins where there are some, quality where the format knows it.
    const all = {
      ...(n > 0 && { suffix }),
      width,
      height,
      fit,
      ...(fit !== 'inside' && { pad }),
      ...(fit !== 'inside' && pad === 'colour' && { padColour }),
      ...(aspects !== undefined && { aspects: `${aspects.least}–${aspects.most}` }),
      fill,
      format,
      ...(format !== 'png' && { quality }),
      maxBytes,
    };
    return Object.entries(all).map(([name, value]) => [`file${n + 1}.${name}`, value] as const);
  });
  const { shapes, ...limits } = rules;
  const figures = { label, ...Object.fromEntries(files), overlays, ...limits, source, sourceUrl, verified };
  return { ...figures, ...(shapes !== undefined && { shapes: shapes.source }), withdrawn };
}
