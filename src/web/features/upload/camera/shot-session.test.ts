import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import { SHOT_LISTS } from '#domain/shots/shot-lists.ts';
import type { ShotList } from '#domain/shots/shots.ts';
import type { UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import {
  buildShotFile,
  listTaken,
  openSession,
  stepSession,
  withoutShot,
  withShotBack,
} from './shot-session.ts';

const [CAR] = SHOT_LISTS;
const LIST: ShotList = {
  name: 'Ceas',
  shots: ['face', 'back', 'box'].map((key) => ({ key, name: key, kind: 'exterior' })),
};
const there = (...keys: string[]) => ({ list: LIST, taken: new Set(keys) });
const item = (id: string, key: string, more: Partial<UploadItem> = {}): UploadItem => ({
  id,
  name: `${key}.jpg`,
  bytes: 1,
  pickedBytes: 1,
  shrinks: false,
  lastModified: 1,
  batchId: 'lot_a',
  photoId: null,
  shot: { key, kind: 'exterior' },
  state: { kind: 'waiting' },
  ...more,
});
const photo = (id: string, shot: string, state: Photo['state']) => ({ id, shot, state }) as Photo;

describe('guided shots', () => {
  it('go through the list, past what is there, back to what was left out, to the end', () => {
    deepEqual(openSession(LIST, new Set(['face'])), { kind: 'shoot', key: 'back' });
    const taken = (key: string, ...keys: string[]) =>
      stepSession({ type: 'taken', key, isBlurry: false }, there(...keys));
    deepEqual(taken('back', 'face'), { kind: 'shoot', key: 'box' });
    deepEqual(taken('box', 'back'), { kind: 'shoot', key: 'face' });
    deepEqual(taken('box', 'face', 'back'), { kind: 'end' });
    deepEqual(openSession(LIST, new Set(['face', 'back', 'box'])), { kind: 'end' });
  });

  it('stay at a shot that looks blurry until the person keeps it or takes it again', () => {
    const asked = stepSession({ type: 'taken', key: 'face', isBlurry: true }, there());
    deepEqual(asked, { kind: 'look', key: 'face', isBlurry: true });
    deepEqual(stepSession({ type: 'again', key: 'face' }, there('face')), { kind: 'shoot', key: 'face' });
    deepEqual(stepSession({ type: 'kept', key: 'face' }, there('face')), { kind: 'shoot', key: 'back' });
  });

  it('show a shot that is pressed and there, and take one that is not', () => {
    deepEqual(stepSession({ type: 'pressed', key: 'back' }, there('back')), {
      kind: 'look',
      key: 'back',
      isBlurry: false,
    });
    deepEqual(stepSession({ type: 'pressed', key: 'box' }, there('back')), { kind: 'shoot', key: 'box' });
  });

  it('leave a shot out of the list, go on behind it, and put it back in its place', () => {
    deepEqual(stepSession({ type: 'skipped', key: 'back' }, there()), { kind: 'shoot', key: 'box' });
    deepEqual(stepSession({ type: 'skipped', key: 'box' }, there('face', 'back')), { kind: 'end' });
    const shorter = withoutShot(LIST, 'back');
    deepEqual(
      shorter.shots.map(({ key }) => key),
      ['face', 'box'],
    );
    const [, back] = LIST.shots;
    deepEqual(back && withShotBack(shorter, back, LIST), LIST);
  });

  it('name files by the whole list, also after a shot was left out', () => {
    const shorter = withoutShot(CAR as ShotList, 'car-front');
    const shot = shorter.shots[1] as ShotList['shots'][number];
    const named = buildShotFile(new Blob(['x'], { type: 'image/jpeg' }), { list: shorter, shot });
    equal(named.name, '03 Lateral dreapta.jpg');
    const heic = buildShotFile(new Blob(['x'], { type: 'image/heic' }), { list: shorter, shot });
    equal(heic.name, '03 Lateral dreapta.heic');
  });

  it('are there by this browser or the server, the newest one; not when they were refused', () => {
    const photos = {
      img_a: photo('img_a', 'face', 'ready'),
      img_b: photo('img_b', 'back', 'refused'),
    };
    const items = [
      item('u1', 'box', { state: { kind: 'refused', message: 'Fișierul este gol.' } }),
      item('u2', 'back', { state: { kind: 'sent' }, photoId: 'img_b' }),
    ];
    deepEqual(
      [...listTaken(items, photos)],
      [['face', { uploadId: null, photoId: 'img_a', hasThumbnail: true }]],
    );
    const again = [...items, item('u3', 'face')];
    deepEqual(listTaken(again, photos).get('face'), { uploadId: 'u3', photoId: null, hasThumbnail: false });
  });
});
