import { findSmallFiles } from '#domain/batches/pixels-in-files.ts';
import { groupBy } from '#domain/group-by.ts';
import { longSide } from '#domain/recipes/geometry.ts';
import { type OutputChoice, takesPhoto } from '#domain/recipes/outputs.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { type Around, sizeIn } from '#web/editor/panel/outputs/output-size.ts';
import { sizeWords } from '#web/editor/ready/size-words.ts';

/**
 * Returns „OLX, Vinted: Sub 800 px pe latura lungă”, for one picture without a number; „Gata de publicat” says the same of it in a batch.
 */
export function describeSmall(
  photo: EditablePhoto,
  outputs: readonly OutputChoice[],
  around: Around,
): string[] {
  const said = outputs.flatMap((output) => {
    const preset = output.kind === 'preset' && around.presets.find(({ key }) => key === output.preset);
    const size = sizeIn(photo, output, around);
    if (!preset || size === null || !takesPhoto(preset.rules, true)) return [];
    const { leastSide } = preset.rules;
    const file = { ...size, suffix: '', facts: null };
    if (leastSide === null || findSmallFiles([file], leastSide).length === 0) return [];
    const words = sizeWords(leastSide, { isOfPixels: longSide(size) >= leastSide, photos: 1 });
    return { label: preset.label, words };
  });
  const alike = groupBy(said, ({ words }) => words);
  return [...alike].map(([words, places]) => `${places.map(({ label }) => label).join(', ')}: ${words}`);
}
