import { useState } from 'react';
import type { LotPage } from '#contract/adverts/pages.ts';
import type { Batch } from '#contract/batches.ts';
import { PAGE_LIMITS } from '#domain/adverts/lot-page.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { platesAfter } from '#web/editor/ready/ready-batch.ts';
import { describePlates } from '#web/features/batches/advert/page-words.ts';
import {
  type AdvertPicture,
  findAdvertOutput,
  listOwnPictures,
  proposePagePictures,
} from '#web/features/batches/advert/picture-choice.ts';

/** A page shows what is made for the site that takes most things. */
const PLACE = 'olx';

/** The photos of a lot's page in their order, those that stay out, and what is to be known of plates on them. */
export function usePagePictures(batch: Batch, presets: readonly Preset[], page: LotPage | null) {
  const output = findAdvertOutput(batch, PLACE);
  const plates = platesAfter(batch, output);
  const photoOf = (key: string) => batch.results[key]?.photoId ?? '';
  const readable = new Set([...(plates?.unseen ?? []), ...(plates?.bare ?? [])].map(({ id }) => id));
  const without = new Set((plates?.none ?? []).map(({ id }) => id));
  const pictures: AdvertPicture[] = listOwnPictures(batch, presets, { site: PLACE, outputKey: output }).map(
    (picture) => ({
      ...picture,
      verdict: null,
      ...(readable.has(photoOf(picture.key)) && { mark: 'cu număr' }),
    }),
  );
  const [keys, setKeys] = useState(() =>
    proposePagePictures(
      pictures,
      (page?.resultIds ?? []).map((resultId, at) => ({ resultId, photoId: page?.photoIds[at] ?? '' })),
      PAGE_LIMITS.pictures,
    ),
  );
  const byKey = new Map(pictures.map((picture) => [picture.key, picture]));
  const chosen = keys.flatMap((key) => byKey.get(key) ?? []);
  const left = pictures.filter(({ key }) => !keys.includes(key));
  const findPlaces = (photoIds: ReadonlySet<string>) =>
    chosen.flatMap(({ key }, at) => (photoIds.has(photoOf(key)) ? [at + 1] : []));
  const shown = findPlaces(readable);
  const notFound = findPlaces(without);
  const leftOut = left.filter(({ mark }) => mark !== undefined).length;
  return {
    chosen,
    left,
    /** Of all photos, and of those on the page alone. */
    notes: {
      all: describePlates({ shown, leftOut, notFound }),
      onPage: describePlates({ shown, leftOut: 0, notFound }),
    },
    keys,
    setKeys,
  };
}
