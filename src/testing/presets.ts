import type { Rendition } from '#domain/recipes/outputs.ts';
import { NO_RULES, type Preset } from '#domain/recipes/presets.ts';

/** Presets of the shape that the database ships, for tests that have none. */
const buildRendition = (width: number, height: number, more: Partial<Rendition> = {}): Rendition => ({
  suffix: '',
  width,
  height,
  fit: 'inside',
  pad: 'white',
  padColour: 'ffffff',
  fill: null,
  format: 'jpeg',
  quality: 82,
  maxBytes: null,
  ...more,
});

const buildPreset = (
  key: string,
  label: string,
  { renditions, more = {} }: { renditions: Rendition[]; more?: Partial<Preset> },
): Preset => ({
  key,
  label,
  overlays: true,
  renditions,
  source: 'test',
  sourceUrl: null,
  verified: null,
  rules: NO_RULES,
  withdrawn: false,
  ...more,
});

export const OLX = buildPreset('olx', 'OLX', {
  renditions: [buildRendition(1600, 1200, { maxBytes: 5_000_000 })],
  more: {
    rules: { ...NO_RULES, mostPhotos: 8, leastSide: 800, realBackground: true },
  },
});
export const AUTOVIT = buildPreset('autovit', 'Autovit', {
  renditions: [buildRendition(1920, 1440, { fit: 'cover' })],
});
export const EMAG = buildPreset('emag-principal', 'eMAG principal', {
  renditions: [buildRendition(1500, 1500, { fit: 'contain', fill: 85, maxBytes: 2_000_000 })],
  more: {
    overlays: false,
    rules: {
      ...NO_RULES,
      photos: 'cover',
      mostPhotos: 1,
      leastSide: 800,
      whiteBackground: true,
      leastFill: 80,
    },
  },
});
export const EMAG_OTHERS = buildPreset('emag-secundar', 'eMAG secundar', {
  renditions: EMAG.renditions.slice(),
  more: { overlays: false, rules: { ...NO_RULES, photos: 'others', leastSide: 800, whiteBackground: true } },
});
export const SITE = buildPreset('site', 'Site propriu', {
  renditions: [
    buildRendition(1600, 1600, { format: 'webp' }),
    buildRendition(400, 400, { format: 'webp', suffix: '_400' }),
  ],
});
export const SOME_PRESETS: readonly Preset[] = [OLX, AUTOVIT, EMAG, SITE];
