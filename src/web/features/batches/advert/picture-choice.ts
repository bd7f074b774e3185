import type { ReadAdvert, SentPicture } from '#contract/adverts/sendings.ts';
import type { Batch } from '#contract/batches.ts';
import type { SiteName } from '#domain/adverts/sites.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { resultThumbnailUrl } from '#web/api/file-urls.ts';
import { buildVerdicts } from '#web/editor/ready/verdicts.ts';
import type { SentFile } from '#web/features/batches/advert/sent/whose-pictures.ts';
import { buildGridCells, outputTabs } from '#web/features/batches/results/results.ts';

/** A picture that may stand in the advert. */
export interface AdvertPicture {
  readonly key: string;
  readonly source: SentPicture;
  /** Null for a picture of the advert. */
  readonly photoId: string | null;
  readonly url: string;
  /** Read aloud. */
  readonly name: string;
  /** Place in the lot, or in the advert as it is, from 1. */
  readonly place: number;
  readonly isOld: boolean;
  /** Why „Gata de publicat” does not pass its file; null: it does. */
  readonly verdict: string | null;
  /** What its verdict says is advice: a person may put it in all the same. */
  readonly isAdvice?: boolean;
  /** Written on its tile. */
  readonly mark?: string;
}

export type Way = 'replace' | 'add';

/** Keys of the outputs that are made for the sites. */
const MADE_FOR: Readonly<Record<SiteName, string>> = {
  olx: 'olx',
  autovit: 'autovit',
  woocommerce: 'site',
};

/** Returns the output whose files go into an advert at a site unless the person chooses another; null without files. */
export function findAdvertOutput(batch: Batch, site: SiteName): string | null {
  const tabs = outputTabs(batch).filter(({ delivered }) => delivered > 0);
  return (tabs.find(({ key }) => key === MADE_FOR[site]) ?? tabs[0])?.key ?? null;
}

/** True where the lot has files that were made for the site. */
export function isMadeFor(batch: Batch, site: SiteName): boolean {
  return outputTabs(batch).some(({ key, delivered }) => key === MADE_FOR[site] && delivered > 0);
}

/** Returns the preset with a site's rules. */
export function findPlace(presets: readonly Preset[], site: SiteName): Preset | undefined {
  return presets.find(({ key }) => key === MADE_FOR[site]);
}

/** Returns an output's files in the lot's order, one of each photo. The site's own rules judge them, whatever they were made for. */
export function listOwnPictures(
  batch: Batch,
  presets: readonly Preset[],
  { site, outputKey }: { readonly site: SiteName; readonly outputKey: string | null },
): AdvertPicture[] {
  const place = findPlace(presets, site);
  const verdicts = buildVerdicts(batch, presets, { outputKey, place });
  return buildGridCells(batch, outputKey, presets).flatMap(({ files, photoId, name }) => {
    const [file] = files;
    if (file === undefined) return [];
    const verdict = verdicts.get(photoId);
    return {
      key: file.id,
      source: { result: file.id },
      photoId,
      url: resultThumbnailUrl(file.id),
      name,
      place: batch.photoIds.indexOf(photoId) + 1,
      isOld: false,
      verdict: verdict?.words ?? null,
      isAdvice: verdict?.isAdvice === true,
    };
  });
}

/** Returns the pictures that the advert has now. */
export function listOldPictures({ pictures }: ReadAdvert['advert']): AdvertPicture[] {
  return pictures.map((url, at) => ({
    key: `old-${at}`,
    source: { kept: at },
    photoId: null,
    url,
    name: `poza veche ${at + 1}`,
    place: at + 1,
    isOld: true,
    verdict: null,
  }));
}

/** True for a picture that may go in. */
export function isAllowed({ verdict, isAdvice }: AdvertPicture): boolean {
  return verdict === null || isAdvice === true;
}

interface Pictures {
  /** As they were sent the last time. */
  readonly before?: readonly SentFile[];
  readonly own: readonly AdvertPicture[];
  readonly old: readonly AdvertPicture[];
}

/**
 * Returns the keys of the pictures that the advert would have: those that pass, at most as many as its category takes. They stand as their
 * photos were sent the last time, without those that are gone or may not go in; in the lot's order where the photos are not known any more.
 */
export function proposePictures({ own, old, before = [] }: Pictures, way: Way, most: number): string[] {
  const passing = own.filter(({ verdict }) => verdict === null);
  if (way === 'add') return [...old, ...passing].slice(0, most).map(({ key }) => key);
  const find = ({ key, photoId }: SentFile) =>
    own.filter(isAllowed).find((each) => each.key === key || (photoId !== null && each.photoId === photoId));
  const isKnown = before.every((sent) => sent.photoId !== null || find(sent) !== undefined);
  const again = isKnown ? before.flatMap((sent) => find(sent) ?? []) : [];
  return (again.length > 0 ? again : passing).slice(0, most).map(({ key }) => key);
}

interface Switched {
  readonly keys: readonly string[];
  /** Of the lot's pictures, those for which the advert's own left no place. */
  readonly cut: readonly string[];
}

/**
 * Returns the choice after the other way was chosen: the lot's pictures stay chosen and in their order, and the advert's own come before
 * them or go.
 */
export function switchWay(
  { keys, cut }: Switched,
  { old, way, most }: { readonly old: readonly AdvertPicture[]; readonly way: Way; readonly most: number },
): Switched {
  const ofAdvert = old.map(({ key }) => key);
  const ofLot = keys.filter((key) => !ofAdvert.includes(key));
  if (way === 'replace') return { keys: [...new Set([...ofLot, ...cut])].slice(0, most), cut: [] };
  const all = [...ofAdvert, ...ofLot];
  return { keys: all.slice(0, most), cut: ofLot.filter((key) => all.indexOf(key) >= most) };
}

/**
 * Returns the keys of a page's pictures in order: of the photos that it has by now, else all without a mark. A photo whose file was made anew
 * comes with the new one, unless that has a mark.
 */
export function proposePagePictures(
  pictures: readonly Pick<AdvertPicture, 'key' | 'mark' | 'photoId'>[],
  published: readonly { readonly resultId: string; readonly photoId: string }[],
  most: number,
): string[] {
  if (published.length === 0)
    return pictures.flatMap(({ key, mark }) => (mark === undefined ? key : [])).slice(0, most);
  return published.flatMap(({ resultId, photoId }) => {
    const picture = pictures.find((each) => each.photoId === photoId);
    return picture && (picture.mark === undefined || picture.key === resultId) ? picture.key : [];
  });
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
