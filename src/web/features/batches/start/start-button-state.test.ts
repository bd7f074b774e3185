import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import { EMAG, EMAG_OTHERS, SOME_PRESETS } from '#testing/presets.ts';
import { leftOutNote } from '#web/features/batches/start/left-out-note.ts';
import {
  costsNothing,
  getStartState,
  restOffer,
  retryOffer,
  type StartFacts,
} from '#web/features/batches/start/start-button-state.ts';

const now = new Date('2026-11-21T10:00:00Z');
const ids = (n: number, from = 1) => Array.from({ length: n }, (_, i) => `img_${i + from}`);
const photo = (id: string, state: Photo['state'] = 'ready') => ({ id, state }) as Photo;

function facts(
  n: number,
  change: Partial<Omit<StartFacts, 'batch'>> & { batch?: Partial<StartFacts['batch']> } = {},
): StartFacts {
  const { batch, ...rest } = change;
  return {
    uploading: 0,
    credits: 3,
    presets: SOME_PRESETS,
    now,
    ...rest,
    batch: {
      id: 'lot_1',
      photoIds: ids(n),
      photos: Object.fromEntries(ids(n).map((id) => [id, photo(id)])),
      outputs: [{ kind: 'preset', preset: 'olx' }],
      window: { photoIds: [], credits: 0, endsAt: null },
      photosPerLot: 60,
      outputsPerRun: 2,
      wantedStart: null,
      run: null,
      ...batch,
    },
  };
}
const paid = (n: number, credits = 1) => ({
  window: { photoIds: ids(n), credits, endsAt: '2026-12-21T10:00:00Z' },
});
const label = (f: StartFacts) => getStartState(f).label;

describe('the start button', () => {
  it('says the whole deal: „Procesează 14 fotografii – 1 credit (rămân 2)”', () => {
    const startState = getStartState(facts(14));
    assert.equal(startState.label, 'Procesează 14 fotografii – 1 credit (rămân 2)');
    assert.deepEqual(startState.kind === 'ready' && [startState.cost, startState.photoIds.length], [1, 14]);
    assert.equal(label(facts(14, { credits: 10 })), 'Procesează 14 fotografii – 1 credit (rămân 9)');
    assert.equal(label(facts(1, { credits: 2 })), 'Procesează 1 fotografie – 1 credit (rămâne 1)');
    assert.equal(label(facts(25, { credits: 22 })), 'Procesează 25 de fotografii – 2 credite (rămân 20)');
    assert.equal(label(facts(20, { credits: 1 })), 'Procesează 20 de fotografii – 1 credit (rămân 0)');
  });

  it('says that the same photos are free for the open window, and only for it', () => {
    assert.equal(label(facts(14, { batch: paid(14) })), 'Procesează 14 fotografii – gratuit');
    const over = { window: { photoIds: ids(14), credits: 1, endsAt: '2026-11-20T10:00:00Z' } };
    assert.equal(label(facts(14, { batch: over })), 'Procesează 14 fotografii – 1 credit (rămân 2)');
    assert.equal(label(facts(24, { batch: paid(14) })), 'Procesează 24 de fotografii – 1 credit (rămân 2)');
  });

  it('is free in the open window even without a credit left', () => {
    assert.equal(label(facts(14, { credits: 0, batch: paid(14) })), 'Procesează 14 fotografii – gratuit');
  });

  it('shows ∞ to a user without a limit', () => {
    assert.equal(label(facts(14, { credits: -1 })), 'Procesează 14 fotografii – 1 credit (rămân ∞)');
  });

  it('can be pressed while photos are on their way: it says so, and the whole deal', () => {
    assert.equal(
      label(facts(3, { uploading: 2 })),
      'Procesează 5 fotografii când ajung – 1 credit (rămân 2)',
    );
    assert.equal(
      label(facts(0, { uploading: 1 })),
      'Procesează 1 fotografie când ajunge – 1 credit (rămân 2)',
    );
    assert.equal(
      label(facts(3, { uploading: 20 })),
      'Procesează 23 de fotografii când ajung – 2 credite (rămâne 1)',
    );
    const photos = { img_1: photo('img_1'), img_2: photo('img_2', 'preparing') };
    assert.equal(
      label(facts(2, { batch: { photos } })),
      'Procesează 2 fotografii când sunt pregătite – 1 credit (rămân 2)',
    );
    const early = getStartState(facts(3, { uploading: 20 }));
    assert.deepEqual(early.kind === 'early' && early.cost, 2);
  });

  it('says beforehand what would stop it: credits, the plan, nowhere to publish', () => {
    assert.equal(label(facts(3, { uploading: 20, credits: 1 })), 'Costă 2 credite, ai 1');
    assert.equal(
      label(facts(3, { uploading: 20, batch: { photosPerLot: 20 } })),
      'Lotul are 23 de fotografii, planul permite 20',
    );
    assert.equal(label(facts(3, { uploading: 2, batch: { outputs: [] } })), 'Alege unde publici');
  });

  it('says for what it waits once it was pressed, and asks again where more photos cost more', () => {
    const wantedStart = { cost: 1, refusal: null };
    const detail = (f: StartFacts) => {
      const state = getStartState(f);
      return state.kind === 'wanted' && `${state.label}: ${state.detail}`;
    };
    assert.equal(
      detail(facts(3, { uploading: 5, batch: { wantedStart } })),
      'Pornește singur: mai ajung 5 · ține pagina deschisă',
    );
    const photos = { img_1: photo('img_1'), img_2: photo('img_2', 'preparing') };
    assert.equal(
      detail(facts(2, { batch: { photos, wantedStart } })),
      'Pornește singur: se mai pregătește 1 · poți închide pagina',
    );
    const elsewhere = { img_1: photo('img_1'), img_2: photo('img_2', 'uploading') };
    assert.equal(
      detail(facts(2, { batch: { photos: elsewhere, wantedStart } })),
      'Pornește singur: mai ajunge 1 din altă parte',
    );
    assert.equal(
      detail(facts(2, { batch: { wantedStart } })),
      'Pornește singur: când sunt toate · poți închide pagina',
    );
    assert.equal(
      label(facts(3, { uploading: 20, batch: { wantedStart } })),
      'Procesează 23 de fotografii când ajung – 2 credite (rămâne 1)',
    );
    const refusal = { code: 'credits/not-enough', message: 'Nu ai destule credite.' };
    assert.equal(
      label(facts(3, { batch: { wantedStart: { cost: 1, refusal } } })),
      'Procesează 3 fotografii – 1 credit (rămân 2)',
    );
  });

  it('offers the first ones and a split where the batch has more photos than the plan takes', () => {
    const state = getStartState(facts(45, { batch: { photosPerLot: 20 } }));
    const tooMany = state.kind === 'blocked' ? state.tooMany : null;
    assert.equal(tooMany?.first?.label, 'Procesează primele 20 – 1 credit (rămân 2)');
    assert.deepEqual(tooMany?.first?.photoIds, ids(20));
    assert.equal(tooMany?.canDivide, true);
    const paidOnes = getStartState(facts(45, { batch: { photosPerLot: 20, ...paid(20) } }));
    assert.deepEqual(paidOnes.kind === 'blocked' && paidOnes.tooMany, {
      first: null,
      canDivide: false,
      later: null,
    });
    assert.equal(
      paidOnes.kind === 'blocked' && paidOnes.free?.label,
      'Procesează doar cele 20 plătite – gratuit',
    );
  });

  it('says while photos still come which offers there will be where they are more than the plan takes', () => {
    const later = (f: StartFacts) => {
      const state = getStartState(f);
      return state.kind === 'blocked' && state.tooMany;
    };
    assert.deepEqual(later(facts(3, { uploading: 20, batch: { photosPerLot: 20 } })), {
      first: null,
      canDivide: false,
      later: 'Când ajung toate, îl împarți sau le pornești pe primele 20.',
    });
    // While a window is open no part starts and nothing is split.
    const open = { photosPerLot: 20, ...paid(20) };
    assert.deepEqual(later(facts(20, { uploading: 3, batch: open })), {
      first: null,
      canDivide: false,
      later: null,
    });
  });

  it('starts without the photos that were refused or hang on another device', () => {
    const photos = {
      img_1: photo('img_1'),
      img_2: photo('img_2', 'refused'),
      img_3: photo('img_3', 'uploading'),
    };
    assert.equal(label(facts(3, { batch: { photos } })), 'Procesează 1 fotografie – 1 credit (rămân 2)');
  });

  it('says why it cannot be pressed', () => {
    assert.equal(label(facts(0)), 'Adaugă fotografii ca să pornești');
    assert.equal(label(facts(2, { batch: { outputs: [] } })), 'Alege unde publici');
    assert.equal(label(facts(2, { credits: null })), 'Se verifică soldul');
    const outputs = (['olx', 'autovit', 'site'] as const).map((preset) => ({
      kind: 'preset' as const,
      preset,
    }));
    assert.equal(label(facts(2, { batch: { outputs } })), 'Ai ales 3 variante, planul permite 2');
    assert.equal(
      label(facts(25, { batch: { photosPerLot: 20 } })),
      'Lotul are 25 de fotografii, planul permite 20',
    );
  });

  it('leads to more credits when there are too few, and offers the paid photos alone for free', () => {
    const poor = getStartState(facts(14, { credits: 0 }));
    assert.equal(poor.label, 'Costă 1 credit, ai 0');
    const prices = '/pricing?from=%2Fprocess%2Flot_1#packages';
    assert.deepEqual(poor.kind === 'blocked' && [poor.help?.to, poor.free], [prices, null]);
    const grown = getStartState(facts(24, { credits: 0, batch: paid(14) }));
    assert.equal(grown.kind === 'blocked' && grown.free?.label, 'Procesează doar cele 14 plătite – gratuit');
    assert.equal(grown.kind === 'blocked' && grown.free?.cost, 0);
    assert.deepEqual(grown.kind === 'blocked' && grown.free?.photoIds, ids(14));
  });
});

describe('trying failed photos again', () => {
  it('costs no credit by a press that names no price', () => {
    const byOnePress = (f: StartFacts) => {
      const startState = getStartState(f);
      return startState.kind === 'ready' && costsNothing(startState, f);
    };
    assert.deepEqual(
      [facts(14), facts(14, { batch: paid(14) }), facts(14, { credits: -1 })].map(byOnePress),
      [false, true, true],
    );
  });

  it('names the number of photos and the cost', () => {
    const f = facts(14, { batch: paid(12) });
    assert.equal(retryOffer(f, ['img_13', 'img_14'])?.label, 'Încearcă din nou cele 2 nereușite – gratuit');
    assert.equal(retryOffer(f, ['img_13'])?.label, 'Încearcă din nou fotografia nereușită – gratuit');
    assert.equal(
      retryOffer(facts(3), ['img_1', 'img_2', 'img_3'])?.label,
      'Încearcă din nou cele 3 nereușite – 1 credit (rămân 2)',
    );
  });

  it('is offered for photos that a stopped run left undone', () => {
    assert.equal(
      restOffer(facts(20, { batch: paid(6) }), ids(14, 7))?.label,
      'Procesează și celelalte 14 fotografii – gratuit',
    );
    assert.equal(
      restOffer(facts(2, { batch: paid(1) }), ['img_2'])?.label,
      'Procesează și fotografia rămasă – gratuit',
    );
    assert.equal(restOffer(facts(2, { batch: { ...paid(1), outputs: [] } }), ['img_2']), null);
  });

  it('is not offered when no photo of it can start', () => {
    assert.equal(retryOffer(facts(1), ['img_gone']), null);
    assert.equal(retryOffer(facts(3, { credits: 0 }), ['img_1']), null);
  });
});

describe('a start for places that do not take every photo', () => {
  const main = [{ kind: 'preset', preset: 'emag-principal' }] as const;
  const rest = [{ kind: 'preset', preset: 'emag-secundar' }] as const;
  const presets = [EMAG, EMAG_OTHERS, ...SOME_PRESETS];
  const chosen = (
    n: number,
    outputs: StartFacts['batch']['outputs'],
    more: Partial<StartFacts['batch']> = {},
  ) => facts(n, { presets, batch: { outputs, ...more } });

  it('counts and pays only the photos that go somewhere, and says before which stay behind', () => {
    const alone = chosen(25, [...main]);
    assert.equal(label(alone), 'Procesează 1 fotografie – 1 credit (rămân 2)');
    assert.equal(
      leftOutNote(alone),
      '24 de fotografii nu merg la eMAG principal: 02–25. Rămân în lot, neplătite.',
    );
    const others = chosen(21, [...rest]);
    assert.equal(label(others), 'Procesează 20 de fotografii – 1 credit (rămân 2)');
    assert.equal(
      leftOutNote(others),
      '1 fotografie nu merge la eMAG secundar: 01. Rămâne în lot, neplătită.',
    );
    const both = chosen(25, [...main, ...rest]);
    assert.equal(label(both), 'Procesează 25 de fotografii – 2 credite (rămâne 1)');
    assert.equal(leftOutNote(both), null);
    assert.equal(leftOutNote(chosen(3, [...main, { kind: 'preset', preset: 'olx' }])), null);
  });

  it('takes more photos than the plan where few of them go anywhere', () => {
    assert.equal(getStartState(chosen(25, [...main], { photosPerLot: 20 })).kind, 'ready');
    assert.equal(getStartState(chosen(25, [...rest], { photosPerLot: 20 })).kind, 'blocked');
  });

  it('has nothing to start where no photo goes anywhere, nor before it is known what places take', () => {
    assert.equal(label(chosen(1, [...rest])), 'Locurile alese nu primesc nicio fotografie din lot');
    assert.equal(label(facts(3, { presets: [] })), 'Se verifică unde publici');
  });

  it('asks the highest price that the photos on their way can make', () => {
    const coming = { ...chosen(20, [...main], paid(20)), uploading: 5 };
    assert.equal(label(coming), 'Procesează 1 fotografie când ajunge – 1 credit (rămân 2)');
    assert.match(leftOutNote(coming) ?? '', /^La eMAG principal merge doar coperta\./);
    const others = { ...chosen(0, [...rest]), uploading: 21 };
    assert.equal(label(others), 'Procesează 20 de fotografii când ajung – 1 credit (rămân 2)');
  });

  it('offers a photo that no place takes neither again nor besides', () => {
    assert.equal(restOffer(chosen(4, [...main]), ids(3, 2)), null);
    assert.deepEqual(restOffer(chosen(4, [...rest]), ids(4))?.photoIds, ids(3, 2));
    assert.equal(retryOffer(chosen(4, [...rest]), ids(1)), null);
  });
});
