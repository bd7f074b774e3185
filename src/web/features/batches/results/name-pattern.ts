import type { Batch } from '#contract/batches.ts';
import { type PATTERN_TOKENS, resultFileName, unknownTokens } from '#domain/batches/file-names.ts';
import { dayOf } from '#domain/language/time.ts';

type Named = Pick<Batch, 'name' | 'photoIds' | 'photos' | 'results' | 'outputLabels'>;

/** Labels of the tokens' buttons. */
export const TOKEN_WORDS: Record<keyof typeof PATTERN_TOKENS, string> = {
  lot: 'numele lotului',
  'nr:02': 'numărul cu zero',
  nr: 'numărul',
  platforma: 'varianta',
  original: 'numele de pe telefon',
  data: 'data',
  latime: 'lățimea',
  inaltime: 'înălțimea',
};

/** The first files of the batch as they would be called. */
export function exampleNames(batch: Named, pattern: string, now: Date): string[] {
  const files = Object.values(batch.results).filter(({ suffix }) => suffix === '');
  const output = files[0]?.outputKey;
  return batch.photoIds.slice(0, 3).flatMap((photoId, i) => {
    const file = files.find((each) => each.photoId === photoId && each.outputKey === output);
    if (file === undefined) return [];
    return resultFileName(pattern, {
      lot: batch.name,
      output: batch.outputLabels[file.outputKey] ?? '',
      original: batch.photos[photoId]?.name ?? '',
      number: i + 1,
      total: batch.photoIds.length,
      day: dayOf(now),
      width: file.width,
      height: file.height,
      suffix: file.suffix,
      extension: file.fileName.split('.').at(-1) ?? 'jpg',
    });
  });
}

/** Why a pattern can't be used; null when it can. */
export function patternFault(pattern: string): string | null {
  const [strange] = unknownTokens(pattern);
  if (strange === undefined) return null;
  return strange === '{' ? 'O acoladă nu este închisă.' : `Nu știm ce înseamnă ${strange}.`;
}
