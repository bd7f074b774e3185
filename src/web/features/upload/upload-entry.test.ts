import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import type { UploadItem, UploadState } from '#web/features/upload/queue/queue-machine.ts';
import { photoFigures, stillUploading, uploadEntries } from '#web/features/upload/upload-entry.ts';

const item = (id: string, state: UploadState, photoId: string | null = null): UploadItem => ({
  id,
  name: `${id}.jpg`,
  bytes: 2_000_000,
  pickedBytes: 2_000_000,
  shrinks: false,
  lastModified: 0,
  batchId: 'lot_a',
  photoId,
  state,
});
const photo = (id: string, change: Partial<Photo>): Photo =>
  ({
    id,
    name: `${id}.jpg`,
    bytes: 2_000_000,
    thumbhash: null,
    refusal: null,
    duplicateOf: null,
    cutout: null,
    cutoutFailed: false,
    state: 'ready',
    ...change,
  }) as Photo;

describe('the list of files', () => {
  it('shows a file once, whether this browser or the server speaks of it', () => {
    const entries = uploadEntries(
      [
        item('a', { kind: 'sent' }, 'img_a'),
        item('b', { kind: 'sending', sent: 1_280_000 }, 'img_b'),
        item('d', { kind: 'sent' }, 'img_d'),
      ],
      [
        photo('img_a', {}),
        photo('img_b', { state: 'uploading' }),
        photo('img_c', {}),
        photo('img_d', { state: 'uploading' }),
      ],
    );
    assert.deepEqual(
      entries.map(({ key, status, note }) => [key, status, note]),
      [
        ['a', 'ready', '2\u00a0MB'],
        ['b', 'sending', '64%'],
        ['d', 'preparing', 'se pregătește'],
        ['img_c', 'ready', '2\u00a0MB'],
      ],
    );
  });

  it('shows no file twice while the server knows of it before its browser does', () => {
    const entries = uploadEntries(
      [item('a', { kind: 'sending', sent: 0 })],
      [
        photo('img_a', { state: 'uploading', name: 'a.jpg' }),
        photo('img_b', { state: 'uploading', name: 'a.jpg', bytes: 5 }),
      ],
    );
    assert.deepEqual(
      entries.map(({ key }) => key),
      ['a', 'img_b'],
    );
  });

  it('names each refusal beside its file', () => {
    const entries = uploadEntries(
      [item('a', { kind: 'refused', message: 'Fișierul este gol.' }), item('b', { kind: 'sent' }, 'img_b')],
      [
        photo('img_b', {
          state: 'refused',
          refusal: { code: 'photos/format-gif', message: 'Fișierele GIF nu sunt acceptate.' },
        }),
      ],
    );
    assert.deepEqual(
      entries.map(({ status, note }) => [status, note]),
      [
        ['refused', 'Fișierul este gol.'],
        ['refused', 'Fișierele GIF nu sunt acceptate.'],
      ],
    );
  });

  it('recognises a copy: „ai deja această fotografie, o folosim pe ea”', () => {
    const [entry] = uploadEntries(
      [item('a', { kind: 'sent' }, 'img_a')],
      [photo('img_a', { state: 'duplicate', duplicateOf: 'img_z' })],
    );
    assert.deepEqual(
      [entry?.status, entry?.photoId, entry?.note],
      ['duplicate', 'img_z', 'ai deja această fotografie, o folosim pe ea'],
    );
  });

  it('counts copies of one picture as one photo of the batch', () => {
    const entries = uploadEntries(
      [
        item('a', { kind: 'sent' }, 'img_a'),
        item('b', { kind: 'sent' }, 'img_b'),
        item('c', { kind: 'waiting' }),
      ],
      [
        photo('img_a', { state: 'duplicate', duplicateOf: 'img_z' }),
        photo('img_b', { state: 'duplicate', duplicateOf: 'img_z' }),
        photo('img_z', {}),
        photo('img_x', { state: 'refused' }),
      ],
    );
    assert.deepEqual(
      entries.map(({ key }) => key),
      ['a', 'b', 'c', 'img_x'],
    );
    assert.deepEqual(photoFigures(entries), { arrived: 1, expected: 2 });
  });

  it('does not count a document among the photos to come', () => {
    const pdf = { ...item('act', { kind: 'waiting' }), name: 'act.PDF' };
    assert.deepEqual(photoFigures(uploadEntries([pdf, item('a', { kind: 'waiting' })], [])), {
      arrived: 0,
      expected: 1,
    });
  });

  it('asks for a file whose bytes are gone and says what another device still sends', () => {
    const entries = uploadEntries(
      [item('a', { kind: 'file-needed' })],
      [photo('img_z', { state: 'uploading' })],
    );
    assert.deepEqual(
      entries.map(({ note }) => note),
      ['alege din nou acest fișier', 'se trimite din altă parte'],
    );
  });

  it('holds a start up only for files that are on their way', () => {
    const items = [
      item('a', { kind: 'sending', sent: 1 }),
      item('b', { kind: 'waiting' }),
      item('c', { kind: 'file-needed' }),
      item('d', { kind: 'refused', message: '' }),
      item('e', { kind: 'sent' }, 'img_e'),
      item('f', { kind: 'sent' }, 'img_f'),
      item('g', { kind: 'sent' }, 'img_removed'),
    ];
    const photos = { img_e: photo('img_e', { state: 'uploading' }), img_f: photo('img_f', {}) };
    assert.equal(stillUploading(items, photos), 3);
  });

  it('counts a file once that the server has before its sender knows', () => {
    const items = [
      item('a', { kind: 'sending', sent: 2_000_000 }, 'img_a'),
      item('b', { kind: 'retrying', sent: 9 }, 'img_b'),
    ];
    const photos = {
      img_a: photo('img_a', { state: 'preparing' }),
      img_b: photo('img_b', { state: 'uploading' }),
    };
    assert.equal(stillUploading(items, photos), 1);
  });
});
