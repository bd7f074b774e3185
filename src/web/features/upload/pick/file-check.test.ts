import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { immediateRefusal, isSameFile, worthSending } from '#web/features/upload/pick/file-check.ts';

describe('files before they are sent', () => {
  it('refuses an empty file and one above 40 MB with their sentences', () => {
    assert.equal(immediateRefusal(0), 'Fișierul este gol.');
    assert.equal(immediateRefusal(40_000_001), 'Fotografia depășește 40\u00a0MB.');
    assert.equal(immediateRefusal(40_000_000), null);
  });

  it('leaves the litter of a folder behind but sends whatever was picked by hand', () => {
    const files = ['DSC1.JPG', 'IMG_2.HEIC', '.DS_Store', 'Thumbs.db', 'note.txt', 'IMG_2.AAE'].map(
      (name) => ({
        name,
      }),
    );
    assert.deepEqual(
      worthSending(files, true).map(({ name }) => name),
      ['DSC1.JPG', 'IMG_2.HEIC'],
    );
    assert.equal(worthSending(files, false).length, 6);
  });

  it('knows a file again by its name, size and date', () => {
    const file = { name: 'a.jpg', bytes: 10, lastModified: 5 };
    assert.equal(isSameFile(file, { ...file }), true);
    assert.equal(isSameFile(file, { ...file, lastModified: 6 }), false);
  });
});
