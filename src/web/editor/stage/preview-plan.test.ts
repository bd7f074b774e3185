import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { afterKey, beforeKey, getPhotoFacts } from '#web/editor/stage/preview-plan.ts';

const view = (cutout: Photo['cutout']) => ({
  photoId: 'img_1',
  facts: getPhotoFacts({ plates: null, cutout } as Photo),
  recipe: DEFAULT_RECIPE,
  overrides: NO_OVERRIDES,
  output: null,
});
const cut = { id: 'cut_1', engine: 'grabcut', confidence: 0.6, sure: false, approved: false } as const;
const subject = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 };

describe('the preview of a photo', () => {
  it('is made anew when its cut-out begins to count or is another one', () => {
    const none = view(null);
    const unsure = view({ ...cut, subject });
    const approved = view({ ...cut, subject, approved: true });
    assert.equal(afterKey(unsure), afterKey(none));
    assert.notEqual(afterKey(approved), afterKey(none));
    assert.notEqual(afterKey(view({ ...cut, id: 'cut_2', subject, sure: true })), afterKey(approved));
  });

  it('keeps its „before” while the object stays in the same place, by which crops go', () => {
    const approved = view({ ...cut, subject, approved: true });
    assert.equal(beforeKey(view({ ...cut, id: 'cut_2', subject, sure: true })), beforeKey(approved));
    assert.notEqual(beforeKey(approved), beforeKey(view(null)));
  });

  it('takes its „before” anew when the object is freed of its background: it may stand elsewhere then', () => {
    const onWhite = (from: ReturnType<typeof view>) => ({
      ...from,
      recipe: { ...DEFAULT_RECIPE, background: { ...DEFAULT_BACKGROUND, kind: 'white' as const } },
    });
    const sure = view({ ...cut, subject, sure: true });
    assert.notEqual(beforeKey(onWhite(sure)), beforeKey(sure));
    assert.equal(beforeKey(onWhite(view(null))), beforeKey(view(null)));
  });
});
