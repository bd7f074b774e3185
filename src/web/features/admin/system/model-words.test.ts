import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FETCH_PROBLEMS, MODEL_REMARKS } from '#domain/photos/cutout-models.ts';
import {
  arrivedShare,
  autoSentence,
  costWords,
  fetchCostWords,
  largeFetch,
  modelSentence,
  remarkWords,
} from '#web/features/admin/system/model-words.ts';

const nbsp = (text: string) => text.replaceAll('\u00a0', ' ');
const models = [
  { key: 'u2netp', name: 'U²-Net-P', bytes: 4_574_861 },
  { key: 'isnet-general-use', name: 'IS-Net', bytes: 178_648_008 },
];
const rest = {
  chosen: 'isnet-general-use',
  inUse: null,
  doneBytes: 0,
  problem: null,
  nextTryAt: null,
  wasDamaged: false,
  models,
};
const say = (changes: object) => nbsp(modelSentence({ ...rest, state: 'idle', ...changes }));

describe('the words about the model that cuts out', () => {
  it('name the model that is there, the one that comes and the one that serves until then', () => {
    equal(say({}), 'IS-Net se descarcă la prima decupare (178,6 MB).');
    equal(
      say({ state: 'fetching', doneBytes: 67_000_000, inUse: 'u2netp' }),
      'IS-Net se descarcă: 37 % din 178,6 MB. Până atunci decupează U²-Net-P.',
    );
    equal(say({ state: 'here', inUse: 'isnet-general-use' }), 'IS-Net este pe server și decupează.');
    equal(
      say({ state: 'refused', chosen: null }),
      'Niciunul, cum a ales un administrator. Fundalurile se decupează fără model, prin căutarea după culori.',
    );
    equal(say({ state: 'off', chosen: null }).startsWith('Oprit din setările serverului.'), true);
  });

  it('say why it is not there yet and when it is tried again', () => {
    const problem = { kind: 'refused', detail: 'HTTP 404' };
    equal(
      say({ state: 'waiting', problem, nextTryAt: '2026-11-23T10:04:00Z' }),
      'IS-Net nu s-a putut descărca: serverul de modele refuză (HTTP 404). Se încearcă din nou la 12:04.',
    );
    for (const kind of FETCH_PROBLEMS)
      equal(
        /: [a-z].{5,}\. Se/.test(
          say({ state: 'waiting', problem: { kind, detail: 'x' }, nextTryAt: '2026-11-23T10:04:00Z' }),
        ),
        true,
        kind,
      );
  });

  it('say why the server would choose the model that it would', () => {
    const why = (reason: 'memory' | 'unmeasured' | 'slow' | 'pays', seconds: number | null) =>
      nbsp(autoSentence({ autoReason: { reason, seconds }, models }) ?? '');
    deepEqual(
      [why('memory', null), why('unmeasured', null), why('slow', 5.85), why('pays', 1.8)],
      [
        'Serverul alege U²-Net-P: pentru IS-Net nu are destulă memorie liberă.',
        'La prima fotografie, serverul măsoară dacă IS-Net merită timpul pe care îl ia.',
        'Serverul alege U²-Net-P: cu IS-Net, o fotografie ar lua cam 5,9 s, mai mult decât câștigi prin decupările gata în plus.',
        'Serverul alege IS-Net: o fotografie ia cam 1,8 s, iar mai multe decupări sunt gata fără întrebare.',
      ],
    );
    equal(autoSentence({ autoReason: null, models }), null);
  });

  it('say that a damaged file was thrown away', () => {
    equal(
      say({ state: 'fetching', doneBytes: 67_000_000, wasDamaged: true }),
      'Fișierul modelului s-a deteriorat și a fost șters. IS-Net se descarcă: 37 % din 178,6 MB.',
    );
  });

  it('say what a large file costs before it is fetched; a small one, one that is here and another try need no question', () => {
    const cost = {
      coreSeconds: { value: 4, known: 'published' },
      memoryBytes: { value: 1.5e9, known: 'estimated' },
    } as const;
    const listed = models.map((model) => ({
      ...model,
      ...cost,
      licence: 'CC0',
      sha256: '',
      source: null,
      isHere: false,
    }));
    const [, large] = listed as [(typeof listed)[0], (typeof listed)[0]];
    const reply = {
      state: 'idle',
      chosen: 'u2netp',
      auto: 'isnet-general-use',
      inUse: null,
      cores: 2,
    } as const;
    const asked = (choice: string, changes: object = {}) =>
      largeFetch({ ...reply, models: listed, ...changes }, choice)?.key;
    deepEqual(
      ['isnet-general-use', 'auto', 'u2netp', 'off'].map((choice) => asked(choice)),
      [large.key, large.key, undefined, undefined],
    );
    equal(asked(large.key, { models: [{ ...large, isHere: true }] }), undefined);
    equal(asked(large.key, { chosen: large.key }), large.key);
    equal(asked(large.key, { chosen: large.key, state: 'waiting' }), undefined);
    const words = (model: typeof large, isSmallHere: boolean) =>
      nbsp(
        fetchCostWords(model, {
          cores: 2,
          models: listed.map((each) => ({ ...each, isHere: isSmallHere && each !== large })),
        }),
      );
    equal(
      words(large, true),
      'IS-Net are 179 MB de descărcat. Pe acest server, o fotografie va lua cam 2 s și 1,5 GB de memorie. Până se descarcă, decupează U²-Net-P.',
    );
    const unknown = { ...large, coreSeconds: null, memoryBytes: null } as unknown as typeof large;
    equal(
      words(unknown, false),
      'IS-Net are 179 MB de descărcat. Până se descarcă, se decupează fără model.',
    );
  });

  it('say what was found about a model that was tried: refused, noisy, or another than it is taken for', () => {
    for (const remark of MODEL_REMARKS)
      equal(/^(Fișierul|Modelul) .{60,}\.$/.test(remarkWords(remark)), true);
    equal(/quint8.*mai lent.*zgomot.*fp16/.test(remarkWords('eight-bit')), true);
  });

  it('never say 100 % about a file that is not whole', () => {
    equal(nbsp(arrivedShare(999_999, 1_000_000)), '99 % din 1 MB');
  });

  it('say what a photo costs and how that is known', () => {
    equal(
      nbsp(
        costWords(
          {
            coreSeconds: { value: 4, known: 'published' },
            memoryBytes: { value: 1.5e9, known: 'estimated' },
          },
          4,
        ),
      ),
      'O fotografie: cam 1 s (publicat de alții), cam 1,5 GB de memorie (estimat)',
    );
    equal(costWords({ coreSeconds: null, memoryBytes: null }, 4), 'O fotografie: se vede la încercare');
  });
});
