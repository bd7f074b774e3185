import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { presetKey } from '#contract/recipes/presets.ts';
import {
  buildPresetKey,
  createPresetDraft,
  NEW_PRESET,
  newFile,
  readDraft,
} from '#web/features/admin/offers/preset-draft.ts';

describe('a preset as it is typed', () => {
  it('names the problem of each field', () => {
    const files = [
      { ...newFile(), width: '15', fill: '50', maxKb: '5.000' },
      newFile('_400'),
      newFile('_400'),
    ];
    const { problems, body } = readDraft({
      ...NEW_PRESET,
      files,
      sourceUrl: 'http://x.ro',
      mostPhotos: 'opt',
    });
    deepEqual(Object.keys(problems).sort(), [
      'fill-0',
      'label',
      'mostPhotos',
      'source',
      'sourceUrl',
      'suffix-2',
      'width-0',
    ]);
    equal(body.renditions[0]?.maxBytes, 5_000_000);
  });

  it('comes back from its version as it was stored', () => {
    const draft = {
      ...NEW_PRESET,
      label: 'Okazii',
      source: 'site-ul lor',
      leastSide: '800',
      withdrawn: true,
    };
    const { body, problems } = readDraft(draft);
    deepEqual(problems, {});
    deepEqual(createPresetDraft({ ...body, key: 'okazii', validFrom: '2026-11-22T00:00:00Z' }), draft);
  });

  it('gets a code from its name that the wire takes and no custom size has', () => {
    deepEqual(['Okazii.ro mare', 'Ținută & Șic', '24/7 Anunțuri', 'Custom 1', '…'].map(buildPresetKey), [
      'okazii-ro-mare',
      'tinuta-sic',
      'anunturi',
      'sablon-custom-1',
      'sablon-nou',
    ]);
    for (const label of ['a', 'x'.repeat(90), 'ă -- b', 'custom'])
      equal(presetKey.safeParse(buildPresetKey(label)).success, true, label);
  });
});
