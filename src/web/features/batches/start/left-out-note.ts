import { rulesOfChoices } from '#domain/batches/taken-photos.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { outputKeys } from '#domain/recipes/outputs.ts';
import { partByChoices, type StartFacts } from '#web/features/batches/start/start-button-state.ts';
import { frameRanges } from '#web/text/batch-words.ts';

/** „13 fotografii nu merg la eMAG principal: 02–14. Rămân în lot, neplătite.” Null where every photo goes somewhere. */
export function leftOutNote(facts: Pick<StartFacts, 'batch' | 'presets' | 'uploading'>): string | null {
  const { batch, presets, uploading } = facts;
  const rules = rulesOfChoices(batch.outputs, presets);
  if (rules.length === 0 || rules.some(({ photos }) => photos === 'all')) return null;
  const [first] = rules;
  if (rules.some(({ photos }) => photos !== first?.photos)) return null;
  const labels = outputKeys(batch.outputs).map(
    (key) => presets.find((preset) => preset.key === key)?.label ?? key,
  );
  const where = new Intl.ListFormat('ro', { type: 'conjunction' }).format(labels);
  const isComing = uploading > 0 || batch.photoIds.some((id) => batch.photos[id]?.state === 'preparing');
  if (isComing)
    return first?.photos === 'cover'
      ? `La ${where} merge doar coperta. Celelalte rămân în lot, neplătite.`
      : `La ${where} nu merge coperta. Ea rămâne în lot, neplătită.`;
  const { leftOut } = partByChoices(facts);
  if (leftOut.length === 0) return null;
  const frames = frameRanges(leftOut, batch.photoIds);
  return leftOut.length === 1
    ? `${formatCount(1, NOUNS.photo)} nu merge la ${where}: ${frames}. Rămâne în lot, neplătită.`
    : `${formatCount(leftOut.length, NOUNS.photo)} nu merg la ${where}: ${frames}. Rămân în lot, neplătite.`;
}
