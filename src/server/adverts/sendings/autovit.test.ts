import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { listAdverts } from '#contract/adverts/sendings.ts';
import { askExport, downloadExport, readExport } from '#contract/exports.ts';
import { fillPath } from '#contract/route.ts';
import { sendIntoAdverts } from '#server/adverts/sendings/send-into-adverts.ts';
import type { App } from '#server/app.ts';
import { type AutovitServer, autovitServer, GOLF } from '#testing/accounts/autovit-server.ts';
import { PARC } from '#testing/accounts/autovit-stand-in.ts';
import { listLinked } from '#testing/accounts/olx-server.ts';
import { asPictures, createSenderAt, makeFiles, type Sender } from '#testing/accounts/sender.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { readZip } from '#testing/files/zip.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { pollUntil } from '#testing/server.ts';

/** Of the other dealer. */
const FOREIGN = '8000005';
/** Seconds: the server's own workers leave alone what is due then. */
const AHEAD = 3600;

describe('pictures put into an advert at Autovit', () => {
  let of: Sender<AutovitServer>;
  before(async () => {
    of = await createSenderAt(await autovitServer(), GOLF);
  });
  after(() => of.server.close());
  beforeEach(() => of.server.setFaults({}));

  const largest = ({ photos }: Record<string, unknown>) =>
    Object.values(photos as Record<string, Record<string, string>>).map((sizes) => Object.values(sizes)[0]);

  /** Another process, in which something happens after the files were copied and before the change leaves. */
  const meanwhile = (happen: () => Promise<unknown>): App => {
    const app = of.later(AHEAD);
    const { autovit } = app.adverts;
    ok(autovit);
    let happened: Promise<unknown> | null = null;
    const readPhotoLimit: typeof autovit.readPhotoLimit = async (token, category) => {
      happened ??= happen();
      await happened;
      return autovit.readPhotoLimit(token, category);
    };
    return { ...app, adverts: { ...app.adverts, autovit: { ...autovit, readPhotoLimit } } };
  };

  it('are chosen among the own adverts of the dealer, and replace those of one in their order', async () => {
    const params = { connectionId: of.connectionId };
    const { adverts } = await of.owner.call(listAdverts, { params });
    const [first] = adverts;
    equal((await of.owner.fetch(first?.cover ?? '')).headers.get('content-type'), 'image/jpeg');
    const before = await of.stored();
    const sent = await of.send();
    equal(sent.state, 'done', JSON.stringify(sent.failure));
    deepEqual([sent.site, sent.taken, sent.cover], ['autovit', of.files.length, 'right']);
    const { photos, image_collection_id, ...rest } = await of.stored();
    const { photos: former, image_collection_id: collection, ...restBefore } = before;
    deepEqual(rest, restBefore);
    ok(image_collection_id !== collection);
    equal(Object.keys(photos as object).length, of.files.length);
    equal(sent.former.length, Object.keys(former as object).length);
    await rejects(of.look(FOREIGN), { code: 'adverts/gone', message: /^409|^404/ });
  });

  it('give way to the former ones', async () => {
    const sent = await of.send();
    const undone = await of.send({ pictures: sent.former.map((former) => ({ former })) });
    deepEqual([undone.state, undone.taken, undone.cover], ['done', sent.former.length, 'right']);
  });

  it('are not sent into an advert that is not as it was seen, before the press or after it', async () => {
    const { seen } = await of.look();
    await of.edit(GOLF, { title: 'Volkswagen Golf 7, preț nou' });
    const before = await of.countPuts();
    equal((await of.send({ seen })).failure?.code, 'changed');
    const id = await of.beginAlone(AHEAD);
    await sendIntoAdverts(meanwhile(() => of.edit(GOLF, { title: 'Volkswagen Golf 7, vândut' })));
    const ended = await of.read(id);
    deepEqual([ended.state, ended.failure?.code], ['failed', 'changed']);
    equal(await of.countPuts(), before);
    equal((await of.send()).state, 'done');
  });

  it('are said by their number where the site refuses one of them, and the advert keeps its own', async () => {
    const [tiny = ''] = await uploadPhotos(of.owner, [9]);
    const lot = await newBatch(of.owner, { name: 'Mici', photoIds: [tiny] });
    await startRun(of.owner, lot.id, { photoIds: [tiny], cost: 1 });
    const small = Object.keys((await runEnded(of.owner, lot.id)).results);
    const before = largest(await of.stored());
    const puts = await of.countPuts();
    // A small one between two that the advert has: numbers begin with one.
    const pictures = [{ kept: 0 }, ...asPictures(small), { kept: 1 }];
    const refused = await of.send({ lot: lot.id, pictures });
    equal(refused.state, 'failed');
    const said = await pollUntil(
      () => of.read(refused.id),
      ({ failure }) => failure?.code !== 'unreachable',
    );
    equal(said.failure?.code, 'pictures');
    deepEqual(
      said.failure?.fields.map(({ field }) => field),
      ['2'],
    );
    match(said.failure?.fields[0]?.detail ?? '', /too small/);
    deepEqual(largest(await of.stored()), before);
    equal(await of.countPuts(), puts);
  });

  for (const put of ['done-then-502', 'done-then-reset'] as const)
    it(`are found in the advert after a lost answer, and never sent twice (${put})`, async () => {
      const { seen } = await of.look();
      const before = await of.countPuts();
      await of.server.setFaults({ put });
      const begun = await of.press({ seen });
      await of.becomes(begun.id, 'checking');
      await of.server.setFaults({});
      await sendIntoAdverts(of.later(6));
      const sent = await of.ended(begun.id);
      deepEqual([sent.state, sent.taken, sent.cover], ['done', of.files.length, 'right']);
      equal(await of.countPuts(), before + 1);
    });

  it('ask for another link where access ends on the way, and nothing is lost', async () => {
    const before = await of.stored();
    const id = await of.beginAlone(AHEAD);
    // The site forgets what it gave.
    const forget = () => of.server.sim('/password', { dealerId: 501, password: PARC.password });
    await sendIntoAdverts(meanwhile(forget));
    const ended = await of.read(id);
    deepEqual([ended.state, ended.failure?.code], ['failed', 'reconnect']);
    deepEqual(await of.stored(), before);
    equal((await listLinked(of.owner))[0]?.broken?.reason, 'ended');
    equal(ended.pictures.length, of.files.length);
    equal(await of.server.link(of.owner), 'linked');
    equal((await listLinked(of.owner))[0]?.id, ended.connectionId);
    equal((await of.send()).state, 'done');
  });

  it('are not sent once the twelve hours are over', async () => {
    const { seen } = await of.look();
    await of.forgetLooks();
    await of.sql(`update advert_connections set expires_at = now() where user_id = $1`, [of.owner.uid]);
    equal((await of.send({ seen })).failure?.code, 'reconnect');
    equal((await listLinked(of.owner))[0]?.broken?.reason, 'over');
    await of.server.link(of.owner);
    equal((await of.send()).state, 'done');
  });

  it('are in the archive of their owner, who finds no password and no key there', async () => {
    const { batchId, files } = await makeFiles(of.owner, [7]);
    equal((await of.send({ lot: batchId, pictures: asPictures(files) })).state, 'done');
    await of.owner.call(askExport, {});
    const { last } = await pollUntil(
      () => of.owner.call(readExport, {}),
      (status) => status.last?.state === 'ready',
    );
    const answer = await of.owner.fetch(fillPath(downloadExport.path, { exportId: last?.id ?? '' }));
    const entries = readZip(Buffer.from(await answer.arrayBuffer()));
    const read = (table: string) =>
      entries.find(({ name }) => name === `date/${table}.json`)?.bytes.toString() ?? '';
    match(read('advert_connections'), /parc@autovit\.example/);
    match(read('advert_sendings'), /"autovit"/);
    const texts = entries.filter(({ name }) => name.endsWith('.json')).map(({ bytes }) => bytes.toString());
    for (const secret of [PARC.password, 'sealed_grant', 'accessToken'])
      ok(
        texts.every((text) => !text.includes(secret)),
        secret,
      );
  });
});
