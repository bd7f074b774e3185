import type { Background } from '#domain/recipes/background.ts';
import { type OutputChoice, resolveOutputs } from '#domain/recipes/outputs.ts';
import type { Preset } from '#domain/recipes/presets.ts';

const list = new Intl.ListFormat('ro', { type: 'conjunction' });

/** Returns the chosen marketplaces that want white where the recipe puts something else. */
export function wantingWhite(
  { kind, colour }: Background,
  outputs: readonly OutputChoice[],
  presets: readonly Preset[],
): string[] {
  if (kind === 'white' || (kind === 'colour' && colour === 'ffffff')) return [];
  return chosenPresets(outputs, presets).flatMap(({ label, rules }) =>
    rules.whiteBackground ? [label] : [],
  );
}

/** Returns „eMAG principal și Google Merchant cer fundal alb.” */
export function whiteNotice(labels: readonly string[]): string {
  return `${list.format(labels)} ${labels.length === 1 ? 'cere' : 'cer'} fundal alb.`;
}

/** Explains the result when an output can't show the chosen background; null when all can. */
export function formatNotice(
  { kind }: Background,
  outputs: readonly OutputChoice[],
  presets: readonly Preset[],
): string | null {
  if (kind !== 'transparent') return null;
  const opaque = resolveOutputs(outputs, presets).flatMap(({ label, renditions }) =>
    renditions.some(({ format }) => format === 'jpeg') ? [label] : [],
  );
  if (opaque.length === 0) return null;
  return `JPG nu poate fi transparent: pentru ${list.format(opaque)} fundalul iese alb.`;
}

/** Returns the chosen marketplaces where buyers are to see the place itself. */
export function realBackgroundNotice(
  { kind }: Background,
  outputs: readonly OutputChoice[],
  presets: readonly Preset[],
): string | null {
  if (kind === 'keep') return null;
  const labels = chosenPresets(outputs, presets).flatMap(({ label, rules }) =>
    rules.realBackground ? [label] : [],
  );
  if (labels.length === 0) return null;
  return `Pe ${list.format(labels)}, spune în anunț că ai schimbat fundalul.`;
}

function chosenPresets(outputs: readonly OutputChoice[], presets: readonly Preset[]): Preset[] {
  return presets.filter(({ key }) =>
    outputs.some((choice) => choice.kind === 'preset' && choice.preset === key),
  );
}
