import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import { SOME_PRESETS } from '#testing/presets.ts';
import {
  formatNotice,
  realBackgroundNotice,
  wantingWhite,
  whiteNotice,
} from '#web/editor/panel/background/background-notices.ts';

const background = (kind: (typeof DEFAULT_BACKGROUND)['kind'], colour = 'e9e6e1') => ({
  ...DEFAULT_BACKGROUND,
  kind,
  colour,
});
const chosen = (...keys: string[]): OutputChoice[] =>
  keys.map((preset) => ({ kind: 'preset' as const, preset }));

describe('the panel’s notices about a background', () => {
  it('names the marketplaces that want white, until it is white', () => {
    const outputs = chosen('olx', 'emag-principal');
    assert.deepEqual(wantingWhite(background('keep'), outputs, SOME_PRESETS), ['eMAG principal']);
    assert.deepEqual(wantingWhite(background('colour', 'ffffff'), outputs, SOME_PRESETS), []);
    assert.deepEqual(wantingWhite(background('white'), outputs, SOME_PRESETS), []);
    assert.deepEqual(wantingWhite(background('keep'), chosen('olx'), SOME_PRESETS), []);
    assert.equal(whiteNotice(['eMAG principal']), 'eMAG principal cere fundal alb.');
    assert.equal(whiteNotice(['A', 'B']), 'A și B cer fundal alb.');
  });

  it('says where transparent comes out white', () => {
    const said = formatNotice(background('transparent'), chosen('autovit', 'site'), SOME_PRESETS);
    assert.equal(said, 'JPG nu poate fi transparent: pentru Autovit fundalul iese alb.');
    assert.equal(formatNotice(background('transparent'), chosen('site'), SOME_PRESETS), null);
    assert.equal(formatNotice(background('white'), chosen('autovit'), SOME_PRESETS), null);
  });

  it('asks to tell buyers where they look for the place itself', () => {
    assert.equal(
      realBackgroundNotice(background('white'), chosen('olx'), SOME_PRESETS),
      'Pe OLX, spune în anunț că ai schimbat fundalul.',
    );
    assert.equal(realBackgroundNotice(background('keep'), chosen('olx'), SOME_PRESETS), null);
  });
});
