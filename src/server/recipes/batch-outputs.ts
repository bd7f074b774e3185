import { AppError } from '#domain/errors.ts';
import { type OutputChoice, type OutputSpec, outputKeys, resolveOutput } from '#domain/recipes/outputs.ts';
import type { Db, Tx } from '#server/app.ts';
import { presetsAt } from '#server/recipes/preset-store.ts';

/** Returns the outputs as a start freezes them. Throws recipes/preset-withdrawn with the label, recipes/invalid for an unknown preset. */
export async function outputsAt(
  db: Db | Tx,
  choices: readonly OutputChoice[],
  now: Date,
): Promise<OutputSpec[]> {
  const presets = await presetsAt(db, now);
  const keys = outputKeys(choices);
  return choices.map((choice, i) => {
    const preset = choice.kind === 'preset' ? presets.find(({ key }) => key === choice.preset) : undefined;
    if (preset?.withdrawn) throw new AppError('recipes/preset-withdrawn', { label: preset.label });
    const spec = resolveOutput(choice, keys[i] ?? '', presets);
    if (spec === null) throw new AppError('recipes/invalid');
    return spec;
  });
}

/** Throws recipes/invalid for an unknown preset, or the same one twice. */
export async function refuseUnknownPresets(
  db: Db | Tx,
  choices: readonly OutputChoice[],
  now: Date,
): Promise<void> {
  const named = choices.flatMap((choice) => (choice.kind === 'preset' ? [choice.preset] : []));
  if (new Set(named).size < named.length) throw new AppError('recipes/invalid');
  const known = new Set((await presetsAt(db, now)).map(({ key }) => key));
  if (named.some((key) => !known.has(key))) throw new AppError('recipes/invalid');
}
