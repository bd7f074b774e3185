import * as z from 'zod/mini';
import { rendition } from '#contract/recipes/recipes.ts';
import { defineRoute } from '#contract/route.ts';
import { instant } from '#contract/wire.ts';
import { TAKEN_PHOTOS } from '#domain/recipes/outputs.ts';

const sourceUrl = z.nullable(z.string().check(z.regex(/^https:\/\/\S{1,300}$/)));
/** Day on which figures were compared with their source. */
const verified = z.nullable(z.iso.date());

const figures = {
  label: z.string().check(z.minLength(1), z.maxLength(40)),
  /** Text and logos are allowed. */
  overlays: z.boolean(),
  renditions: z.array(rendition).check(z.minLength(1), z.maxLength(4)),
  source: z.string().check(z.minLength(1), z.maxLength(200)),
  sourceUrl,
  verified,
  rules: z.strictObject({
    /** Photos of a lot that it takes; missing: all. */
    photos: z.optional(z.enum(TAKEN_PHOTOS)),
    mostPhotos: z.nullable(z.int().check(z.minimum(1), z.maximum(300))),
    leastSide: z.nullable(z.int().check(z.minimum(16), z.maximum(6000))),
    whiteBackground: z.boolean(),
    leastFill: z.nullable(z.int().check(z.minimum(50), z.maximum(95))),
    realBackground: z.boolean(),
    /** Where it is published which shapes the place takes. */
    shapes: z.optional(z.strictObject({ source: z.string().check(z.maxLength(200)), sourceUrl, verified })),
  }),
  withdrawn: z.boolean(),
};

export const presetKey = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,39}$/));

export const preset = z.object({ key: presetKey, ...figures });

export const listPresets = defineRoute({
  method: 'GET',
  path: '/api/presets',
  access: 'user',
  summary: 'Marketplace presets as they are now, in the order they are shown; withdrawn ones at the end',
  out: z.object({ presets: z.array(preset) }),
});

/** One dated version of a preset. */
const presetVersion = z.object({ key: presetKey, validFrom: instant, ...figures });

const presetVersions = z.object({
  versions: z.array(presetVersion),
  /** Rules that came with the program and do not count, since the preset had a version of an admin; gone with the admin's next one. */
  newer: z.array(z.object({ key: presetKey, rules: figures.rules })),
});

export const listPresetVersions = defineRoute({
  method: 'GET',
  path: '/api/admin/presets',
  access: 'admin',
  summary:
    'Every version of every preset, newest first, and what the program has newer for those with a version of an admin',
  out: presetVersions,
});

export const addPresetVersion = defineRoute({
  method: 'POST',
  path: '/api/admin/presets/{presetKey}',
  access: 'admin',
  summary: 'A new version of a preset, or a new preset, valid from now or from a later instant',
  params: z.object({ presetKey }),
  body: z.strictObject({ ...figures, validFrom: z.nullable(instant) }),
  out: presetVersions,
});

export const deletePresetVersion = defineRoute({
  method: 'POST',
  path: '/api/admin/presets/{presetKey}/drop',
  access: 'admin',
  summary: 'Takes back a version whose date has not come; refused for any other',
  params: z.object({ presetKey }),
  body: z.strictObject({ validFrom: instant }),
  out: presetVersions,
});
