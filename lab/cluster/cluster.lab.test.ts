import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type IncomingMessage, request } from 'node:http';
import { getPriority } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { login, register } from '#contract/auth.ts';
import { editBatch, readBatch } from '#contract/batches.ts';
import { readMe } from '#contract/users.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { readZip } from '#testing/files/zip.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { PASSWORD, pollUntil, TUS } from '#testing/server.ts';
import { type Cluster, type Member, RoamingClient, startCluster } from './cluster.ts';

const EMAIL = 'dealer@fotolot.example';
const TRICKLE_MS = 1000;

describe('two web processes and a worker over one database and one bucket', () => {
  let all: Cluster;
  let webs: Member[];
  let worker: Member;
  let owner: RoamingClient;
  let photoIds: string[];
  let batchId: string;

  before(async () => {
    all = await startCluster();
    // At once, on a database that none of them has seen.
    const started = await Promise.all([all.start('web'), all.start('web'), all.start('worker')]);
    webs = started.slice(0, 2);
    worker = started[2];
    owner = new RoamingClient(webs.map(({ url }) => url));
  });
  after(() => all.close());

  const status = async (url: string) => (await fetch(url)).status;
  const working = async () => {
    const { rows } = await all.database.pool.query("select from run_photos where state = 'working'");
    return rows.length;
  };

  it('let a person register at the one, sign in at the other, and send the mail from the worker', async () => {
    await owner.call(register, { body: { email: EMAIL, password: PASSWORD } });
    equal((await owner.call(readMe, {})).email, EMAIL);
    await owner.call(login, { body: { email: EMAIL, password: PASSWORD } });
    for (const _ of webs) equal((await owner.call(readMe, {})).email, EMAIL);
    const sent = await pollUntil(
      async () => all.smtp.taken.flatMap(({ recipients }) => recipients),
      (recipients) => recipients.length > 0,
    );
    deepEqual(sent, [EMAIL]);
  });

  it('prepare at the worker what was uploaded to a web process, and show it at both', async () => {
    photoIds = [];
    for (const seed of [1, 2, 3])
      photoIds.push(await owner.upload(await smallPhoto(seed), { name: `poza ${seed}.jpg` }));
    await photosReady(owner, photoIds);
    for (const { url } of webs)
      equal((await owner.createClientAt(url).fetch(`/api/photos/${photoIds[0]}/thumbnail`)).status, 200);
  });

  it('bring an edit made at the one to a tab at the other', async () => {
    ({ id: batchId } = await newBatch(owner, { name: 'Ghete', photoIds }));
    const tabs = webs.map(({ url }) => new EventStream(owner.createClientAt(url)));
    for (const tab of tabs) await tab.waitForLiveEvent(({ key }) => key === 'users/me');
    for (const [n, { url }] of webs.entries()) {
      const name = `Ghete ${n}`;
      await owner.createClientAt(url).call(editBatch, { params: { batchId }, body: { name } });
      for (const tab of tabs)
        await tab.waitForLiveEvent(
          (event) => event.type === 'patch' && JSON.stringify(event.patch).includes(name),
        );
    }
    for (const tab of tabs) tab.close();
  });

  it('end a lot whole, paid once, though its worker was killed in the middle and another one took over', async () => {
    // Slow enough to be met at work.
    await all.store.goesWrong({ delayMs: 100 });
    await startRun(owner, batchId, { photoIds, cost: 1 });
    await pollUntil(working, (n) => n > 0);
    worker.tell('SIGKILL');
    await worker.end();
    equal(await working(), 1);
    await all.store.goesWrong();
    // As it would by itself half a minute later.
    await all.database.pool.query("update run_photos set lease_until = now() where state = 'working'");
    worker = await all.start('worker');
    const { run, results } = await runEnded(owner, batchId);
    deepEqual([run?.state, Object.keys(results).length], ['done', 3]);
    equal((await owner.call(readMe, {})).credits.totalCredits, 2);
    for (const { url } of webs) {
      const zip = await owner.createClientAt(url).fetch(`/api/batches/${batchId}/zip`);
      equal(readZip(Buffer.from(await zip.arrayBuffer())).length, 3);
    }
    deepEqual(await all.broken(), []);
  });

  it('let those who wait for a page go before the work of batches, where they share a machine', () => {
    const priorities = [...webs, worker].map(({ pid }) => getPriority(pid));
    deepEqual(
      priorities.map((nice) => nice - getPriority()),
      [0, 0, Math.max(0, 10 - getPriority())],
    );
  });

  it('say nothing but their health where no requests are taken', async () => {
    for (const path of ['/livez', '/readyz', '/healthz']) equal(await status(worker.url + path), 200, path);
    for (const path of ['/', '/login', '/api/auth/session', '/api/openapi.json'])
      equal(await status(worker.url + path), 404, path);
  });

  it('say that they live and start while they wait for the migrations of another process', async () => {
    const other = await all.database.pool.connect();
    await other.query('select pg_advisory_lock(4620101)');
    const starting = await Promise.all([all.begin('web'), all.begin('worker')]);
    for (const member of starting) {
      const said = await pollUntil(
        () => member.readiness().catch(() => null),
        (found) => found !== null,
      );
      deepEqual(said, { status: 503, missing: ['starting'] });
      equal(await status(`${member.url}/livez`), 200);
    }
    await other.query('select pg_advisory_unlock(4620101)');
    other.release();
    for (const member of starting) {
      await member.untilReady();
      member.tell('SIGTERM');
    }
    for (const member of starting) equal(await member.end(), 0);
  });

  it('name the bucket while it is away, serve all the same but for the worker, and reach it again by themselves', async () => {
    await all.store.goesWrong({ isDown: true });
    for (const { url, readiness } of [...webs, worker]) {
      const said = await pollUntil(readiness, ({ missing }) => missing.length > 0);
      deepEqual(said, { status: url === worker.url ? 503 : 200, missing: ['files'] });
      equal(await status(`${url}/livez`), 200);
    }
    await all.store.goesWrong();
    for (const { readiness } of [...webs, worker])
      deepEqual(await pollUntil(readiness, ({ missing }) => missing.length === 0), {
        status: 200,
        missing: [],
      });
  });

  it('say that they go before they do, serve meanwhile, send tabs elsewhere and let requests end', async () => {
    const [staying, going] = webs as [Member, Member];
    const there = owner.createClientAt(going.url);
    const tab = new EventStream(there);
    await tab.waitForLiveEvent(({ key }) => key === 'users/me');
    const photo = await smallPhoto(9);
    const upload = await beginUpload(there.cookie, going.url, photo);
    going.tell('SIGTERM');
    deepEqual((await pollUntil(going.readiness, (said) => said.status === 503)).missing, ['draining']);
    equal(await status(`${going.url}/livez`), 200);
    equal((await there.call(readMe, {})).email, EMAIL);
    equal(tab.ended, false);
    // Its listener is closed, and the upload is still under way.
    await pollUntil(
      () =>
        fetch(`${going.url}/livez`).then(
          () => false,
          () => true,
        ),
      (isClosed) => isClosed,
    );
    await pollUntil(
      async () => tab.ended,
      (hasEnded) => hasEnded,
    );
    match(tab.text, /retry: 100\n\n$/);
    equal(going.ended(), null);
    equal((await upload.finish()).statusCode, 204);
    equal(await going.end(), 0);
    const again = new EventStream(owner.createClientAt(staying.url), tab.lastId);
    await photosReady(owner.createClientAt(staying.url), [upload.photoId]);
    await again.waitForLiveEvent(({ key }) => key === 'photos');
    again.close();
  });

  it('try no photo twice when a worker is told to stop in the middle and the next one is there already', async () => {
    const stayed = owner.createClientAt(webs[0]?.url ?? '');
    const recipe = (await stayed.call(readBatch, { params: { batchId } })).recipe;
    await stayed.call(editBatch, { params: { batchId }, body: { recipe: { ...recipe, crop: '1:1' } } });
    await all.store.goesWrong({ delayMs: 100 });
    await startRun(stayed, batchId, { photoIds, cost: 0 });
    await pollUntil(working, (n) => n > 0);
    worker.tell('SIGTERM');
    const next = await all.start('worker');
    await all.store.goesWrong();
    equal(await worker.end(), 0);
    worker = next;
    equal((await runEnded(stayed, batchId)).run?.state, 'done');
    const { rows } = await all.database.pool.query(
      'select max(attempts) as tries from run_photos where run_id = (select id from runs order by number desc limit 1)',
    );
    equal(rows[0].tries, 1);
    deepEqual(await all.broken(), []);
  });

  it('end at once when they are told a second time', async () => {
    const [member] = webs as [Member];
    const status = await pollUntil(
      async () => {
        member.tell('SIGTERM');
        return member.ended();
      },
      (ended) => ended !== null,
    );
    equal(status, 1);
  });
});

/** An upload of which half is sent. */
async function beginUpload(cookie: string, url: string, photo: Buffer) {
  const headers = { ...TUS, cookie, 'sec-fetch-site': 'same-origin' };
  const name = Buffer.from('poza 9.jpg').toString('base64');
  const created = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(photo.length), 'upload-metadata': `name ${name}` },
  });
  const location = created.headers.get('location') ?? '';
  const patch = request(new URL(location, url), {
    method: 'PATCH',
    agent: false,
    headers: {
      ...headers,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': photo.length,
    },
  });
  const replied = new Promise<IncomingMessage>((resolve, reject) => {
    patch.once('response', resolve);
    patch.once('error', reject);
  });
  let sent = Math.floor(photo.length / 2);
  await new Promise<void>((resolve) => void patch.write(photo.subarray(0, sent), () => resolve()));
  // It comes slowly, and never stops.
  const trickling = setInterval(() => {
    patch.write(photo.subarray(sent, sent + 1));
    sent += 1;
  }, TRICKLE_MS);
  const photoId = location.split('/').at(-1) ?? '';
  ok(photoId);
  return {
    photoId,
    finish: () => {
      clearInterval(trickling);
      patch.end(photo.subarray(sent));
      return replied;
    },
  };
}
