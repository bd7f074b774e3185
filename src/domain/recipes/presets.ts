/**
 * A preset: a marketplace's rules, as data with a source and the day they were checked. An admin adds a new version with a date; the
 * newest one whose date has come counts, and runs keep what they started with.
 */
import type { Figures } from '#domain/figures.ts';
import type { OfferedOutput, TakenPhotos } from './outputs.ts';

/** The marketplace's rules beyond the files' figures, for „Gata de publicat”. */
export interface PresetRules {
  /** Photos of a batch that it takes; missing: all. */
  readonly photos?: TakenPhotos | undefined;
  /** Most photos of one listing; null when no limit is published. */
  readonly mostPhotos: number | null;
  /** Least pixels on the delivered picture's long side; null for any. */
  readonly leastSide: number | null;
  /** True when the background has to be white. */
  readonly whiteBackground: boolean;
  /** Least % of the tighter side that the object fills; null for any. */
  readonly leastFill: number | null;
  /** True when the marketplace wants the real background: a replaced one is reported. */
  readonly realBackground: boolean;
  /** Source that publishes which shapes the place takes (the renditions' `aspects`); missing where that is not known. */
  readonly shapes?: ShapeSource | undefined;
}

export interface ShapeSource {
  readonly source: string;
  readonly sourceUrl: string | null;
  /** Day (ISO) on which the page was read; null where nothing is published. */
  readonly verified: string | null;
}

export interface Preset extends OfferedOutput {
  readonly source: string;
  /** Page that publishes the figures. */
  readonly sourceUrl: string | null;
  /** Day (ISO) on which the figures were compared with the source; null for our own safe choice, when none are published. */
  readonly verified: string | null;
  readonly rules: PresetRules;
  /** True when no longer offered; batches that name it say so. */
  readonly withdrawn: boolean;
}

const HALVES = [['emag-principal', 'emag-secundar']] as const;

/** Returns the preset for the rest of a marketplace's pictures, where its main one has a preset to itself; and the other way round. */
export function otherHalf(key: string): string | null {
  for (const [main, rest] of HALVES) {
    if (key === main) return rest;
    if (key === rest) return main;
  }
  return null;
}

export const NO_RULES: PresetRules = {
  mostPhotos: null,
  leastSide: null,
  whiteBackground: false,
  leastFill: null,
  realBackground: false,
};

/** Returns a preset as figures that can be compared: those of its second file are „file2.width”. */
export function presetFigures(preset: Omit<Preset, 'key'>): Figures {
  const { label, overlays, renditions, rules, source, sourceUrl, verified, withdrawn } = preset;
  const files = renditions.flatMap(({ aspects, fill, maxBytes, pad, padColour, suffix, ...rendition }, n) => {
    const { width, height, fit, format, quality } = rendition;
    // Only figures that say something about the file count: margins where there are some, quality where the format knows it.
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
