/**
 * Outputs: a marketplace preset or a custom size. A preset's figures are targets with a source and the day they were checked
 * (`verified` null: our own safe choice, nobody publishes the figure).
 */
export const FITS = ['inside', 'contain', 'cover'] as const;
export type Fit = (typeof FITS)[number];
export const PADS = ['white', 'blur', 'colour'] as const;
export type Pad = (typeof PADS)[number];
export const OUTPUT_FORMATS = ['jpeg', 'webp', 'avif', 'png'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** One delivered file of an output. Never enlarges the photo; `contain` pads up to exactly width × height. */
export interface Rendition {
  /** Tells the files of one output apart; '' for the first. */
  readonly suffix: string;
  readonly width: number;
  readonly height: number;
  readonly fit: Fit;
  readonly pad: Pad;
  /** Six hex digits, used when pad is colour. */
  readonly padColour: string;
  readonly format: OutputFormat;
  /** Encoder quality 40–95 (PNG ignores it). */
  readonly quality: number;
  /** Target size; a photo that misses it is delivered with a warning. */
  readonly maxBytes: number | null;
}

export interface OutputSpec {
  readonly key: string;
  readonly label: string;
  /** False where the marketplace forbids text and logos: they are left out and the page says so. */
  readonly overlays: boolean;
  readonly renditions: readonly Rendition[];
}

export const PRESET_IDS = ['olx', 'autovit', 'emag-principal', 'site'] as const;
export type PresetId = (typeof PRESET_IDS)[number];

/** A form of the person's own: one file. */
export type CustomOutput = Omit<Rendition, 'suffix'>;

/** What a lot stores: a preset by id, or a custom form with its own figures. */
export type OutputChoice =
  | { readonly kind: 'preset'; readonly preset: PresetId }
  | { readonly kind: 'custom'; readonly custom: CustomOutput };

export interface Preset extends OutputSpec {
  readonly key: PresetId;
  readonly source: string;
  readonly verified: string | null;
}

const jpeg = {
  suffix: '',
  pad: 'white',
  padColour: 'ffffff',
  format: 'jpeg',
  quality: 82,
  maxBytes: null,
} as const;

export const PRESETS: Readonly<Record<PresetId, Preset>> = {
  olx: {
    key: 'olx',
    label: 'OLX',
    overlays: true,
    renditions: [{ ...jpeg, width: 1600, height: 1200, fit: 'inside', maxBytes: 5_000_000 }],
    source: 'țintă tehnică proprie',
    verified: null,
  },
  autovit: {
    key: 'autovit',
    label: 'Autovit',
    overlays: true,
    renditions: [{ ...jpeg, width: 1920, height: 1440, fit: 'cover', maxBytes: 10_000_000 }],
    source: 'țintă tehnică proprie',
    verified: null,
  },
  'emag-principal': {
    key: 'emag-principal',
    label: 'eMAG principal',
    overlays: false,
    renditions: [{ ...jpeg, width: 1500, height: 1500, fit: 'contain', maxBytes: 2_000_000 }],
    source: 'regulile de imagini eMAG Marketplace',
    verified: '2026-11-21',
  },
  site: {
    key: 'site',
    label: 'Site propriu',
    overlays: true,
    renditions: [
      { ...jpeg, width: 1600, height: 1600, fit: 'inside', format: 'webp', quality: 80 },
      { ...jpeg, suffix: '_400', width: 400, height: 400, fit: 'inside', format: 'webp', quality: 80 },
    ],
    source: 'țintă tehnică proprie',
    verified: null,
  },
};

export const DEFAULT_OUTPUTS: readonly OutputChoice[] = [{ kind: 'preset', preset: 'olx' }];

export const DEFAULT_CUSTOM: CustomOutput = {
  width: 1200,
  height: 1200,
  fit: 'inside',
  pad: 'white',
  padColour: 'ffffff',
  format: 'jpeg',
  quality: 82,
  maxBytes: null,
};

export const EXTENSIONS: Readonly<Record<OutputFormat, string>> = {
  jpeg: 'jpg',
  webp: 'webp',
  avif: 'avif',
  png: 'png',
};
export const MEDIA_TYPES: Readonly<Record<OutputFormat, string>> = {
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
};

/** The lot's choices as the engine wants them; keys are unique within the lot (`custom-1`, `custom-2` …). */
export function resolveOutputs(choices: readonly OutputChoice[]): OutputSpec[] {
  let customs = 0;
  return choices.map((choice) => {
    if (choice.kind === 'preset') {
      const { key, label, overlays, renditions } = PRESETS[choice.preset];
      return { key, label, overlays, renditions };
    }
    customs += 1;
    const { custom } = choice;
    return {
      key: `custom-${customs}`,
      label: `Alt format ${custom.width}×${custom.height} ${EXTENSIONS[custom.format]}`,
      overlays: true,
      renditions: [{ ...custom, suffix: '' }],
    };
  });
}
