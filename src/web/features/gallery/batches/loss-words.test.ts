import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lossWords } from '#web/features/gallery/batches/loss-words.ts';

test('before a batch is deleted the page says what is lost with it and what stays', () => {
  assert.equal(
    lossWords({ resultCount: 0, freeUntil: null }),
    'Rețeta și ordinea lui se pierd. Fotografiile rămân în galerie.',
  );
  assert.match(lossWords({ resultCount: 1, freeUntil: null }), /^Rezultatul lui se șterge definitiv\./);
  assert.equal(
    lossWords({ resultCount: 28, freeUntil: '2026-12-12T10:00:00.000Z' }),
    'Cele 28 de rezultate ale lui se șterg definitiv. Pierzi și refacerea gratuită, deschisă până pe 12 dec. 2026. Fotografiile rămân în galerie.',
  );
});
