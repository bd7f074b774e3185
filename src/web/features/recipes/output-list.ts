import {
  type CustomOutput,
  DEFAULT_CUSTOM,
  EXTENSIONS,
  type OutputChoice,
  PRESETS,
  type PresetId,
  resolveOutputs,
} from '#domain/recipes/outputs.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';

/** The lot's outputs as a list that cards switch on and off. */
export const OVERLAY_NOTICE = 'eMAG nu permite text sau siglă: le lăsăm deoparte';

export function hasPreset(outputs: readonly OutputChoice[], preset: PresetId): boolean {
  return outputs.some((choice) => choice.kind === 'preset' && choice.preset === preset);
}

export function togglePreset(outputs: readonly OutputChoice[], preset: PresetId): OutputChoice[] {
  if (!hasPreset(outputs, preset)) return [...outputs, { kind: 'preset', preset }];
  return outputs.filter((choice) => choice.kind !== 'preset' || choice.preset !== preset);
}

export function addCustom(outputs: readonly OutputChoice[]): OutputChoice[] {
  return [...outputs, { kind: 'custom', custom: DEFAULT_CUSTOM }];
}

export function changeCustom(
  outputs: readonly OutputChoice[],
  place: number,
  change: Partial<CustomOutput>,
): OutputChoice[] {
  return outputs.map((choice, at) =>
    at === place && choice.kind === 'custom'
      ? { kind: 'custom', custom: { ...choice.custom, ...change } }
      : choice,
  );
}

/** Two outputs that would deliver the very same files make no sense; the first of them counts. */
export function isRepeated(outputs: readonly OutputChoice[], place: number): boolean {
  const own = JSON.stringify(outputs[place]);
  return outputs.slice(0, place).some((choice) => JSON.stringify(choice) === own);
}

/** A watermark that some chosen marketplace forbids. */
export function overlaysLeftOut(recipe: Recipe, outputs: readonly OutputChoice[]): boolean {
  return recipe.watermark !== null && resolveOutputs(outputs).some(({ overlays }) => !overlays);
}

/** „1600×1200”, as a card shows a preset. */
export function presetSize(preset: PresetId): string {
  const [first, second] = PRESETS[preset].renditions;
  if (first === undefined) return '';
  if (second !== undefined) return `${first.width} + ${second.width} ${EXTENSIONS[first.format]}`;
  return `${first.width}×${first.height}`;
}

export function choiceLabel(choice: OutputChoice): string {
  return choice.kind === 'preset' ? PRESETS[choice.preset].label : 'Alt format';
}

export function choiceSize(choice: OutputChoice): string {
  return choice.kind === 'preset'
    ? presetSize(choice.preset)
    : `${choice.custom.width}×${choice.custom.height}`;
}

/** „OLX 1600×1200”, for the badge on the stage. */
export function outputBadge(choice: OutputChoice): string {
  return `${choiceLabel(choice)} ${choiceSize(choice)}`;
}

/** The card's drawing: the output's true aspect ratio inside a square of `box`. */
export function shapeIn(box: number, width: number, height: number): { width: number; height: number } {
  const scale = box / Math.max(width, height);
  return { width: Math.max(4, Math.round(width * scale)), height: Math.max(4, Math.round(height * scale)) };
}
