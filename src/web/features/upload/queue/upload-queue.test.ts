import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeZip } from '#testing/files/make-zip.ts';
import type { LotDraft } from '#web/features/upload/queue/lot-maker.ts';
import type { PendingFile } from '#web/features/upload/queue/pending-files.ts';
import { buildBench, file } from '#web/features/upload/queue/queue-bench.ts';
import type { UploadQueue } from '#web/features/upload/queue/upload-queue.ts';

const LOT: LotDraft = { key: 'tab-1', name: 'Lot din 28 nov.' };
const kinds = (queue: UploadQueue) => queue.items.read().map(({ state }) => state.kind);
const turn = () => new Promise((done) => setImmediate(done));
const pending = (id: string, tab: string, blob: Blob | null = new Blob(['x'])): PendingFile => ({
  id,
  uid: 'usr_a',
  batchId: 'lot_a',
  name: `${id}.jpg`,
  bytes: 1,
  shrinks: false,
  lastModified: 7,
  takenAt: null,
  tab,
  blob,
});

describe('uploading', () => {
  it('keeps three files under way until all have arrived, and keeps no copy of what arrived', async () => {
    const { queue, sends, kept } = buildBench();
    await queue.resumeUploads('usr_a');
    queue.add(
      ['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map((name) => file(name)),
      'lot_a',
    );
    assert.equal(sends.length, 3);
    assert.equal(kept.size, 4);
    sends[0]?.on.finished();
    assert.equal(sends.length, 4);
    for (const { on } of sends) on.finished();
    assert.deepEqual(kinds(queue), ['sent', 'sent', 'sent', 'sent']);
    assert.equal(kept.size, 0);
  });

  it('begins when the batch of the first files exists', async () => {
    const { queue, sends, asked } = buildBench();
    queue.add([file('1.jpg')], LOT);
    queue.add([file('2.jpg')], LOT);
    assert.equal(sends.length, 0);
    assert.equal(asked.length, 1);
    asked[0]?.answer('lot_new');
    await turn();
    assert.deepEqual(
      sends.map(({ job }) => job.batchId),
      ['lot_new', 'lot_new'],
    );
  });

  it('keeps files whose batch could not be made yet, and makes it for them after a closed tab, as it was drafted last', async () => {
    const before = buildBench();
    await before.queue.resumeUploads('usr_a');
    const shot = { key: 'car-front', kind: 'exterior' } as const;
    before.queue.add([{ ...file('01 Față.jpg'), shot }], LOT);
    before.queue.add([file('02 Spate.jpg')], LOT);
    before.asked[0]?.fail();
    await turn();
    before.queue.redraft({ ...LOT, name: 'Dacia Logan' });
    const { queue, sends, asked, kept } = buildBench(
      [...before.kept.values()].map((old) => ({ ...old, tab: 'tab-closed' })),
    );
    await queue.resumeUploads('usr_a');
    assert.deepEqual(
      asked.map(({ draft }) => draft.name),
      ['Dacia Logan'],
    );
    asked[0]?.answer('lot_new');
    await turn();
    assert.deepEqual(
      sends.map(({ job: { name, batchId, shot: sent } }) => [name, batchId, sent?.key]),
      [
        ['01 Față.jpg', 'lot_new', 'car-front'],
        ['02 Spate.jpg', 'lot_new', undefined],
      ],
    );
    assert.deepEqual(
      [...kept.values()].map(({ batchId, lot }) => [batchId, lot]),
      [
        ['lot_new', undefined],
        ['lot_new', undefined],
      ],
    );
  });

  it('leaves files of another draft where they are when a batch is made, and makes nothing twice', async () => {
    const { queue, sends, asked, timers } = buildBench();
    queue.add([file('1.jpg')], LOT);
    queue.add([file('2.jpg')], { key: 'tab-2', name: 'Alt lot' });
    asked[0]?.fail();
    await turn();
    queue.retryNow();
    timers[0]?.run();
    assert.equal(asked.length, 3);
    asked[1]?.answer('lot_b');
    await turn();
    assert.deepEqual(
      sends.map(({ job: { name, batchId } }) => [name, batchId]),
      [['2.jpg', 'lot_b']],
    );
  });

  it('goes on without limit after a killed server, and at once when the network is back', async () => {
    const { queue, sends, timers } = buildBench();
    queue.add([file('1.jpg')], 'lot_a');
    for (let lost = 1; lost <= 40; lost++) {
      sends[0]?.on.failed(0, '');
      await turn();
      assert.deepEqual(kinds(queue), ['retrying']);
      if (lost < 40) timers[0]?.run();
    }
    assert.equal(sends[0]?.again, 39);
    queue.retryNow();
    assert.equal(sends[0]?.again, 40);
    assert.equal(timers.length, 0);
    sends[0]?.on.finished();
    assert.deepEqual(kinds(queue), ['sent']);
  });

  it('refuses an empty file at once and sends the rest', () => {
    const { queue, sends } = buildBench();
    queue.add([file('gol.jpg', 0), file('2.jpg')], 'lot_a');
    assert.deepEqual(kinds(queue), ['refused', 'sending']);
    assert.equal(sends.length, 1);
  });

  it('continues by itself what a closed tab left behind, and leaves to an open tab what is its own', async () => {
    const { queue, sends, kept } = buildBench([pending('a', 'tab-closed'), pending('b', 'tab-open')]);
    await queue.resumeUploads('usr_a');
    assert.deepEqual(
      sends.map(({ job }) => job.name),
      ['a.jpg'],
    );
    assert.equal(kept.get('a')?.tab, 'tab-now');
    await queue.resumeUploads('usr_a');
    assert.equal(sends.length, 1);
  });

  it('asks for the same file again when there was no room for a copy, and goes on once it is picked', async () => {
    const { queue, sends } = buildBench([
      { ...pending('a', 'tab-closed', null), name: '1.jpg', bytes: 1000 },
    ]);
    await queue.resumeUploads('usr_a');
    assert.deepEqual(kinds(queue), ['file-needed']);
    queue.add([file('1.jpg')], 'lot_a');
    assert.deepEqual(kinds(queue), ['sending']);
    assert.equal(sends[0]?.job.fingerprint, 'fotolot|usr_a|lot_a|1.jpg|1000|7');
  });

  it('keeps what it sends: a shrunk photo stays shrunk after a closed tab, and is known as the file that was picked', async () => {
    const { queue, sends, kept } = buildBench([], true, { shrinks: true });
    await queue.resumeUploads('usr_a');
    queue.add([file('1.jpg', 5000)], 'lot_a');
    assert.equal(sends[0]?.job.shrinks, true);
    sends[0]?.on.shrunk({ blob: new Blob(['small']), takenAt: '2026-11-18T12:04:00' });
    queue.add([file('1.jpg', 5000)], 'lot_a');
    assert.deepEqual(
      queue.items.read().map(({ bytes }) => bytes),
      [5],
    );

    const later = buildBench([...kept.values()].map((pending) => ({ ...pending, tab: 'tab-closed' })));
    await later.queue.resumeUploads('usr_a');
    const [job] = later.sends.map((send) => send.job);
    assert.ok(job);
    assert.deepEqual(
      [await job.file.text(), job.takenAt, job.pickedBytes],
      ['small', '2026-11-18T12:04:00', 5000],
    );
    assert.deepEqual([job.key, job.fingerprint], [sends[0]?.job.key, sends[0]?.job.fingerprint]);
  });

  it('asks for a file that is gone from the disk instead of trying for ever', async () => {
    const { queue, sends, timers } = buildBench([], false);
    queue.add([file('1.jpg')], 'lot_a');
    sends[0]?.on.failed(0, '');
    await turn();
    assert.deepEqual(kinds(queue), ['file-needed']);
    assert.equal(timers.length, 0);
  });

  it('says which files of a batch will not come: taken off the list, refused or gone from the disk, and none that has arrived', async () => {
    const { queue, sends, gaveUp } = buildBench([pending('old', 'tab-closed', null)], false);
    await queue.resumeUploads('usr_a');
    queue.add([file('1.jpg'), file('2.jpg'), file('3.jpg'), file('4.jpg')], 'lot_a');
    queue.remove('u1');
    sends[1]?.on.failed(413, '{"code":"photos/too-large-file","message":"Prea mare","details":{}}');
    sends[2]?.on.finished();
    queue.remove('u3');
    sends[3]?.on.failed(0, '');
    await turn();
    assert.deepEqual(gaveUp, ['lot_a old', 'lot_a u1', 'lot_a u2', 'lot_a u4']);
  });

  it('stops when the person signs out and goes on when they are back', async () => {
    const { queue, sends, gaveUp } = buildBench();
    await queue.resumeUploads('usr_a');
    queue.add([file('1.jpg')], 'lot_a');
    queue.forgetPerson();
    // The files come when the person is back.
    assert.deepEqual(gaveUp, []);
    assert.equal(sends[0]?.stopped, true);
    assert.deepEqual(kinds(queue), []);
    await queue.resumeUploads('usr_a');
    assert.deepEqual(kinds(queue), ['sending']);
    assert.equal(sends.length, 2);
  });

  it('keeps nothing of one user for the next user who signs in', async () => {
    const { queue, sends } = buildBench();
    await queue.resumeUploads('usr_a');
    queue.add([file('1.jpg')], 'lot_a');
    await queue.resumeUploads('usr_b');
    assert.equal(sends[0]?.stopped, true);
    assert.deepEqual(kinds(queue), []);
  });
});

describe('uploading a ZIP', () => {
  const archive = (names: readonly string[]) => {
    const zip = makeZip(names.map((name) => ({ name, bytes: Buffer.from(name) })));
    return { file: new File([zip], 'poze.zip', { lastModified: 7 }), takenAt: null };
  };
  const FOUR = archive(['A/1.jpg', 'A/2.jpg', 'B/1.jpg', 'B/2.jpg']);
  const wait = async (queue: UploadQueue) => {
    while (kinds(queue).includes('opening')) await turn();
  };

  it('sends its photos, never itself, each with its folder, unpacked when its turn comes', async () => {
    const { queue, sends, kept, gaveUp } = buildBench();
    await queue.resumeUploads('usr_a');
    queue.add([FOUR, file('singur.jpg')], 'lot_a');
    await wait(queue);
    for (let i = 0; i < 5; i++) sends[i]?.on.finished();
    assert.deepEqual(
      sends.map(({ job }) => [job.name, job.folder, job.inZip?.at]),
      [
        ['singur.jpg', undefined, undefined],
        ['1.jpg', 'poze/A', 0],
        ['2.jpg', 'poze/A', 1],
        ['1.jpg', 'poze/B', 2],
        ['2.jpg', 'poze/B', 3],
      ],
    );
    assert.equal(new Set(sends.map(({ job }) => job.fingerprint)).size, 5);
    assert.equal(kept.size, 0);
    // A start that was asked for meanwhile waits for the archive's own key no longer.
    assert.deepEqual(gaveUp, ['lot_a u1']);
  });

  it('is kept once for all its photos, and after a closed tab only those are sent that had not arrived', async () => {
    const { queue, sends, kept } = buildBench();
    await queue.resumeUploads('usr_a');
    queue.add([FOUR], 'lot_a');
    await wait(queue);
    sends[0]?.on.finished();
    assert.deepEqual(
      [...kept.values()].map(({ name, blob }) => [name, blob !== null]),
      [
        ['poze.zip', true],
        ['2.jpg', false],
        ['1.jpg', false],
        ['2.jpg', false],
      ],
    );

    const later = buildBench([...kept.values()].map((pending) => ({ ...pending, tab: 'tab-closed' })));
    await later.queue.resumeUploads('usr_a');
    assert.deepEqual(
      later.sends.map(({ job }) => [job.key, job.folder, job.inZip?.at, job.file === FOUR.file]),
      sends.slice(1, 4).map(({ job }) => [job.key, job.folder, job.inZip?.at, true]),
    );
    for (const { on } of later.sends) on.finished();
    assert.equal(later.kept.size, 0);
  });

  it('is opened again where the tab was closed before its photos were known', async () => {
    const pendingZip = { ...pending('z', 'tab-closed', FOUR.file), name: 'poze.zip', bytes: FOUR.file.size };
    const { queue, sends } = buildBench([pendingZip]);
    await queue.resumeUploads('usr_a');
    await wait(queue);
    assert.deepEqual(kinds(queue), ['sending', 'sending', 'sending', 'waiting']);
    assert.equal(sends[0]?.job.key, 'u1');
  });

  it('is asked for again where there was no room for it, and its photos go on under their own keys', async () => {
    const { queue, sends, kept } = buildBench();
    await queue.resumeUploads('usr_a');
    queue.add([FOUR], 'lot_a');
    await wait(queue);
    sends[0]?.on.finished();

    const later = buildBench([...kept.values()].map((old) => ({ ...old, blob: null, tab: 'tab-closed' })));
    await later.queue.resumeUploads('usr_a');
    assert.deepEqual(kinds(later.queue), ['file-needed', 'file-needed', 'file-needed']);
    later.queue.add([FOUR], 'lot_a');
    await wait(later.queue);
    const again = sends.slice(1, 4).map(({ job }) => job.key);
    assert.deepEqual(
      later.sends.map(({ job }) => job.key),
      again,
    );
  });

  it('leaves one row that says what was not taken, and one for each photo that is broken in it', async () => {
    const { queue, sends } = buildBench();
    queue.add([archive(['A/1.jpg', 'acte.pdf'])], 'lot_a');
    await wait(queue);
    sends[0]?.on.broken();
    assert.deepEqual(
      queue.items.read().map(({ name, state }) => [name, state]),
      [
        ['poze.zip', { kind: 'refused', message: 'Un fișier din arhivă nu este fotografie.' }],
        ['1.jpg', { kind: 'refused', message: 'Fotografia este stricată în arhivă.' }],
      ],
    );
  });
});
