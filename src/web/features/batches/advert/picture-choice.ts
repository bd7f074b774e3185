import type { ReadAdvert, SentPicture } from '#contract/adverts/sendings.ts';
import type { Batch } from '#contract/batches.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { resultThumbnailUrl } from '#web/api/file-urls.ts';
import { buildVerdicts } from '#web/editor/ready/verdicts.ts';
import { buildGridCells, outputTabs } from '#web/features/batches/results/results.ts';

/** A picture that may stand in the advert. */
export interface AdvertPicture {
  readonly key: string;
  readonly source: SentPicture;
  readonly url: string;
  /** Read aloud. */
  readonly name: string;
  readonly isOld: boolean;
  /** Why „Gata de publicat” does not pass its file; null: it does. */
  readonly verdict: string | null;
}

export type Way = 'replace' | 'add';

/** Key of the output that is made for the site. */
const FOR_OLX = 'olx';

/** Returns the output whose files go into an advert unless the person chooses another; null without files. */
export function findAdvertOutput(batch: Batch): string | null {
  const tabs = outputTabs(batch).filter(({ delivered }) => delivered > 0);
  return (tabs.find(({ key }) => key === FOR_OLX) ?? tabs[0])?.key ?? null;
}

/** Returns an output's files in the lot's order, one of each photo. */
export function listOwnPictures(
  batch: Batch,
  presets: readonly Preset[],
  outputKey: string | null,
): AdvertPicture[] {
  const verdicts = buildVerdicts(batch, presets, outputKey);
  return buildGridCells(batch, outputKey, presets).flatMap(({ files, photoId, name }) => {
    const [file] = files;
    if (file === undefined) return [];
    return {
      key: file.id,
      source: { result: file.id },
      url: resultThumbnailUrl(file.id),
      name,
      isOld: false,
      verdict: verdicts.get(photoId) ?? null,
    };
  });
}

/** Returns the pictures that the advert has now. */
export function listOldPictures({ pictures }: ReadAdvert['advert']): AdvertPicture[] {
  return pictures.map((url, at) => ({
    key: `old-${at}`,
    source: { kept: at },
    url,
    name: `poza veche ${at + 1}`,
    isOld: true,
    verdict: null,
  }));
}

interface Pictures {
  readonly own: readonly AdvertPicture[];
  readonly old: readonly AdvertPicture[];
}

/** Returns the keys of the pictures that the advert would have, in order: those that pass, at most as many as its category takes. */
export function proposePictures({ own, old }: Pictures, way: Way, most: number): string[] {
  const passing = own.filter(({ verdict }) => verdict === null);
  const all = way === 'add' ? [...old, ...passing] : passing;
  return all.slice(0, most).map(({ key }) => key);
}

/** Moves a picture by so many places; at the ends it stays. */
export function movePicture(keys: readonly string[], key: string, by: number): string[] {
  const from = keys.indexOf(key);
  const to = Math.min(Math.max(from + by, 0), keys.length - 1);
  const rest = keys.filter((other) => other !== key);
  return from < 0 ? [...keys] : [...rest.slice(0, to), key, ...rest.slice(to)];
}

export function removePicture(keys: readonly string[], key: string): string[] {
  return keys.filter((other) => other !== key);
}

/** Adds a picture at the end; nothing where the category takes no more. */
export function addPicture(keys: readonly string[], key: string, most: number): string[] {
  return keys.length >= most || keys.includes(key) ? [...keys] : [...keys, key];
}

/** True when files of a sending were made anew since: the advert shows those of before. */
export function isOutdated(pictures: readonly { readonly source: SentPicture }[], batch: Batch): boolean {
  return pictures.some(({ source }) => 'result' in source && batch.results[source.result] === undefined);
}
