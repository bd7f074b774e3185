import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { clearCarried, readCarried, storeCarried } from '#web/shared/browser-storage/carried.ts';

describe('a value that a page hands to a later one', () => {
  afterEach(clearCarried);

  it('is given to the account that it came from, again and again until it is forgotten', () => {
    storeCarried('usr_ana', { lot: 'lot_1' });
    assert.deepEqual(readCarried('usr_ana'), { lot: 'lot_1' });
    assert.deepEqual(readCarried('usr_ana'), { lot: 'lot_1' });
    clearCarried();
    assert.equal(readCarried('usr_ana'), null);
  });

  it('is never given to another account, and is gone once another has asked', () => {
    storeCarried('usr_ana', { lot: 'lot_1' });
    assert.equal(readCarried('usr_dan'), null);
    assert.equal(readCarried('usr_ana'), null);
  });
});
