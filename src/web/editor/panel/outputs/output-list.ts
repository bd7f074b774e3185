import {
  type CustomOutput,
  DEFAULT_CUSTOM,
  EXTENSIONS,
  type OutputChoice,
  type Rendition,
  resolveOutputs,
} from '#domain/recipes/outputs.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';

/** The batch's outputs as a list that cards switch on and off. */
export function hasPreset(outputs: readonly OutputChoice[], preset: string): boolean {
  return outputs.some((choice) => choice.kind === 'preset' && choice.preset === preset);
}

export function togglePreset(outputs: readonly OutputChoice[], preset: string): OutputChoice[] {
  if (!hasPreset(outputs, preset)) return [...outputs, { kind: 'preset', preset }];
  return outputs.filter((choice) => choice.kind !== 'preset' || choice.preset !== preset);
}

export function addCustom(outputs: readonly OutputChoice[]): OutputChoice[] {
  return [...outputs, { kind: 'custom', custom: DEFAULT_CUSTOM }];
}

export function changeCustom(
  outputs: readonly OutputChoice[],
  index: number,
  change: Partial<CustomOutput>,
): OutputChoice[] {
  return outputs.map((choice, at) =>
    at === index && choice.kind === 'custom'
      ? { kind: 'custom', custom: { ...choice.custom, ...change } }
      : choice,
  );
}

/** Two outputs that would deliver the very same files make no sense; the first of them counts. */
export function isRepeated(outputs: readonly OutputChoice[], index: number): boolean {
  const own = JSON.stringify(outputs[index]);
  return outputs.slice(0, index).some((choice) => JSON.stringify(choice) === own);
}

/** The chosen marketplaces that forbid the text, logo, frame or badge which the recipe has. */
export function listForbiddingOutputs(
  { watermark, frame, badge }: Pick<Recipe, 'watermark' | 'frame' | 'badge'>,
  outputs: readonly OutputChoice[],
  presets: readonly Preset[],
): string[] {
  if (watermark === null && frame === null && badge === null) return [];
  return resolveOutputs(outputs, presets).flatMap(({ overlays, label }) => (overlays ? [] : [label]));
}

/** „eMAG principal și Google Merchant nu permit text, siglă sau ramă: le lăsăm deoparte.” */
export function overlayNotice(labels: readonly string[]): string | null {
  if (labels.length === 0) return null;
  const who = new Intl.ListFormat('ro', { type: 'conjunction' }).format(labels);
  return `${who} nu ${labels.length === 1 ? 'permite' : 'permit'} text, siglă sau ramă: acolo le lăsăm deoparte.`;
}

/** „cel mult ” before a size that not every file reaches, since nothing is enlarged; '' before one that each has. `fill`: the recipe's. */
export function sizePrefix(
  { fit, pad, maxBytes, fill = null }: CustomOutput & Partial<Pick<Rendition, 'fill'>>,
  { fill: asked }: Pick<Recipe, 'fill'>,
): string {
  // Plain margins alone go up to the asked size, unless an object has to fill it or the file to be light.
  const isExact = fit === 'contain' && pad !== 'blur' && maxBytes === null && (fill ?? asked) === null;
  return isExact ? '' : 'cel mult ';
}

/** „cel mult 1600×1200”, as a card shows a preset. */
export function presetSize({ renditions: [first, second] }: Preset, recipe: Pick<Recipe, 'fill'>): string {
  if (first === undefined) return '';
  const size =
    second === undefined
      ? `${first.width}×${first.height}`
      : `${first.width} + ${second.width} ${EXTENSIONS[first.format]}`;
  return sizePrefix(first, recipe) + size;
}

function takesSeveral({ aspects }: Rendition): boolean {
  return aspects !== undefined && aspects.least < aspects.most;
}

/** True where a photo of another shape may need a ground around it. */
export function hasFixedShape(choice: OutputChoice, presets: readonly Preset[]): boolean {
  const [first] = resolveOutputs([choice], presets)[0]?.renditions ?? [];
  return first?.aspects !== undefined && !takesSeveral(first);
}

/** A preset that is not here (yet) goes by its key. */
export function choiceLabel(choice: OutputChoice, presets: readonly Preset[]): string {
  if (choice.kind === 'custom') return 'Alt format';
  return presets.find(({ key }) => key === choice.preset)?.label ?? choice.preset;
}

/** Returns the presets to choose from: all on offer, and those of the batch's choices that no longer are. */
export function offeredPresets(
  presets: readonly Preset[],
  outputs: readonly OutputChoice[],
): readonly Preset[] {
  return presets.filter(({ key, withdrawn }) => !withdrawn || hasPreset(outputs, key));
}

/** The card's drawing: the output's true aspect ratio inside a square of `box`. */
export function shapeIn(box: number, width: number, height: number): { width: number; height: number } {
  const scale = box / Math.max(width, height);
  return { width: Math.max(4, Math.round(width * scale)), height: Math.max(4, Math.round(height * scale)) };
}
