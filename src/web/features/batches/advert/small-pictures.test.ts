import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Batch } from '#contract/batches.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { AUTOVIT, OLX } from '#testing/presets.ts';
import { findingsAfter } from '#web/editor/ready/ready-batch.ts';
import { goodText } from '#web/editor/ready/ready-words.ts';
import { listOwnPictures, proposePictures } from './picture-choice.ts';
import { adviseSmall } from './small-pictures.ts';

const LEAST = 1024;
const PRESETS = [OLX, { ...AUTOVIT, rules: { ...AUTOVIT.rules, leastSide: LEAST } }];

interface Files {
  /** Long sides of the photos themselves. */
  readonly photos: readonly number[];
  /** Long sides of their files, by output. */
  readonly files: Readonly<Record<string, readonly number[]>>;
}

function buildLot({ photos, files }: Files): Batch {
  const ids = photos.map((_, at) => `img_${at}`);
  const sized = (width: number) => ({ width, height: Math.round(width * 0.75) });
  const results = Object.entries(files).flatMap(([outputKey, sides]) =>
    sides.map((side, at) => {
      const id = `${outputKey}_${at}`;
      const more = { outputKey, suffix: '', bytes: 1, warnings: [], facts: null };
      return [id, { id, photoId: ids[at], ...more, ...sized(side) }];
    }),
  );
  const facts = { state: 'ready', plates: null, plateSuggestions: [], signs: null, cutout: null };
  return {
    photoIds: ids,
    photos: Object.fromEntries(
      ids.map((id, at) => [id, { id, name: id, ...facts, ...sized(photos[at] ?? 0) }]),
    ),
    recipe: DEFAULT_RECIPE,
    exceptions: {},
    outputs: Object.keys(files).map((preset) => ({ kind: 'preset', preset })),
    outputLabels: Object.fromEntries(Object.keys(files).map((key) => [key, key.toUpperCase()])),
    results: Object.fromEntries(results),
    run: null,
  } as unknown as Batch;
}

const advise = (lot: Files, outputKey: string) =>
  adviseSmall(buildLot(lot), PRESETS, { site: 'autovit', outputKey });

describe('pictures that are too small for an advert’s site', () => {
  it('are no contradiction to another place that takes them: it says how many pixels it asks for', () => {
    const lot = buildLot({ photos: [900], files: { olx: [900] } });
    const [olx] = findingsAfter(lot, PRESETS);
    equal(/cel puțin 800\s?px/.test(goodText(olx?.findings ?? [])), true);
    const [picture] = listOwnPictures(lot, PRESETS, { site: 'autovit', outputKey: 'olx' });
    equal(picture?.verdict?.replace(/\s/g, ' '), 'Sub 1.024 px pe latura lungă');
  });

  it('are not counted on the lot’s page among those that fit, just as they are not proposed', () => {
    const rules = { ...AUTOVIT.rules, mostPhotos: 40, leastSide: LEAST };
    const presets = [OLX, { ...AUTOVIT, rules }];
    const say = (...sides: number[]) => {
      const lot = buildLot({ photos: sides, files: { autovit: sides } });
      const own = listOwnPictures(lot, presets, { site: 'autovit', outputKey: 'autovit' });
      const [autovit] = findingsAfter(lot, presets);
      const [said] = goodText(autovit?.findings ?? []).split(/\u00a0· (?=cel)/);
      return [said, proposePictures({ own, old: [] }, 'replace', 40).length];
    };
    deepEqual(say(2000, 2000), ['2 fotografii\u00a0· încap în anunț', 2]);
    deepEqual(say(900, 900, 2000, 900, 2000, 2000), ['3 din 6 fotografii intră direct în anunț', 3]);
    deepEqual(say(900, 2000), ['1 din 2 fotografii intră direct în anunț', 1]);
    deepEqual(say(900, 900), ['niciuna din 2 fotografii nu intră direct în anunț', 0]);
    deepEqual(say(900), ['fotografia nu intră direct în anunț', 0]);
  });

  it('are led to another output of the lot in which they are large enough', () => {
    deepEqual(advise({ photos: [4000, 4000], files: { olx: [900, 1600], autovit: [1920, 1920] } }, 'olx'), [
      'Poza 1 e destul de mare în varianta „AUTOVIT”: alege varianta mai sus.',
    ]);
  });

  it('are made anew where their photos are large enough', () => {
    deepEqual(advise({ photos: [4000, 4000], files: { olx: [900, 900] } }, 'olx'), [
      'Pozele 1, 2 ies mai mari dacă adaugi lotului varianta „Autovit” și procesezi din nou.',
    ]);
    deepEqual(advise({ photos: [4000], files: { autovit: [900] } }, 'autovit'), [
      'Poza 1 iese mai mare dacă tai mai puțin din fotografie și procesezi din nou.',
    ]);
  });

  it('need better photos where the photos themselves are small, each told with its own remedy', () => {
    deepEqual(advise({ photos: [640, 4000], files: { olx: [640, 900] } }, 'olx'), [
      'Poza 1 e mică din fotografie: adaugă originalul din telefon, nu copia din WhatsApp, sau fă alta.',
      'Poza 2 iese mai mare dacă adaugi lotului varianta „Autovit” și procesezi din nou.',
    ]);
    deepEqual(advise({ photos: [4000], files: { olx: [1600] } }, 'olx'), []);
  });
});
