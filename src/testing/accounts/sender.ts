import sharp from 'sharp';
import {
  beginSending,
  type ReadAdvert,
  readAdvert,
  readSending,
  type Sending,
  type SentPicture,
} from '#contract/adverts/sendings.ts';
import { isUnderWay } from '#domain/adverts/sending.ts';
import type { App } from '#server/app.ts';
import { listLinked, type OlxServer, olxServer } from '#testing/accounts/olx-server.ts';
import type { SiteServer } from '#testing/accounts/site-server.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil } from '#testing/server.ts';

/** An advert of the stand-in’s seller Ana: a sofa, whose category takes eight pictures. */
export const SOFA = '7000001';
const SECOND = 1000;

type Owner = Client & { uid: string };

interface Press {
  readonly advertId?: string;
  readonly pictures?: readonly SentPicture[];
  readonly seen?: string;
  readonly key?: string;
  readonly lot?: string;
}

/** A person with a lot of two files, whose account at a stand-in is linked. */
export interface Sender<S extends SiteServer = OlxServer> {
  readonly server: S;
  readonly owner: Owner;
  readonly connectionId: string;
  readonly batchId: string;
  /** Results in the lot's order. */
  readonly files: readonly string[];
  /** Another process on the same database, some seconds later. */
  later(seconds: number): App;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  look(advertId?: string, by?: Client, connection?: string): Promise<ReadAdvert>;
  press(facts?: Press): Promise<Sending>;
  /** Leaves out the looks after the sendings so far: they would take the account's turn, or meet what a test changes for the next one. */
  forgetLooks(): Promise<unknown>;
  /**
   * Begins like a press, of which the server's own workers are not told, and which is not theirs to take before it is due; needs an earlier
   * one. Returns the sending's id.
   */
  beginAlone(dueInSeconds?: number): Promise<string>;
  read(id: string): Promise<Sending>;
  becomes(id: string, state: Sending['state']): Promise<Sending>;
  ended(id: string): Promise<Sending>;
  /** Presses and waits for the end. */
  send(facts?: Press): Promise<Sending>;
  /** The advert as the stand-in keeps it. */
  stored(advertId?: string): Promise<Record<string, unknown>>;
  edit(advertId: string, facts: object): Promise<unknown>;
  countPuts(): Promise<number>;
}

export async function createSender(): Promise<Sender> {
  return createSenderAt(await olxServer(), SOFA);
}

/** `usual`: the advert that is meant where none is named. */
export async function createSenderAt<S extends SiteServer>(server: S, usual: string): Promise<Sender<S>> {
  const owner = await server.newUser();
  await server.link(owner);
  const connectionId = (await listLinked(owner))[0]?.id ?? '';
  const { batchId, files } = await makeFiles(owner, [1, 2]);
  let presses = 0;
  const sql: Sender['sql'] = async (text, values = []) =>
    (await server.database.pool.query(text, values)).rows;
  const look: Sender['look'] = (advertId = usual, by = owner, connection = connectionId) =>
    by.call(readAdvert, { params: { connectionId: connection, advertId } });
  const read = (id: string) => owner.call(readSending, { params: { sendingId: id } });
  const press: Sender['press'] = async ({ advertId = usual, pictures, key, lot = batchId, seen } = {}) => {
    presses += 1;
    const sent = [...(pictures ?? asPictures(files))];
    const body = { batchId: lot, connectionId, advertId, pictures: sent };
    return owner.call(
      beginSending,
      { body: { ...body, seen: seen ?? (await look(advertId)).seen } },
      { 'idempotency-key': key ?? `press-number-${presses}` },
    );
  };
  const forgetLooks = () => sql('update advert_sendings set look_at = null where user_id = $1', [owner.uid]);
  const ended = (id: string) =>
    pollUntil(
      () => read(id),
      ({ state }) => !isUnderWay(state),
    );
  return {
    server,
    owner,
    connectionId,
    batchId,
    files,
    sql,
    look,
    press,
    forgetLooks,
    read,
    ended,
    later: (seconds) => ({ ...server.app, now: () => new Date(Date.now() + seconds * SECOND) }),
    becomes: (id, wanted) =>
      pollUntil(
        () => read(id),
        ({ state }) => state === wanted,
      ),
    send: async (facts) => ended((await press(facts)).id),
    stored: (advertId = usual) => server.sim(`/adverts/${advertId}`, undefined, 'GET'),
    edit: (advertId, facts) => server.sim(`/adverts/${advertId}`, facts),
    countPuts: async () =>
      ((await server.sim('')).calls as { method: string }[]).filter(({ method }) => method === 'PUT').length,
    async beginAlone(dueInSeconds = 0) {
      const id = server.app.newId('snd');
      const { seen } = await look();
      await forgetLooks();
      await sql(
        `insert into advert_sendings (id, user_id, connection_id, batch_id, site, is_test, seller_id, seller,
           advert_id, seen, without_undo, request_key, state, due_at, created_at)
         select $1, user_id, connection_id, $5, site, is_test, seller_id, seller, advert_id, $2, false, $1,
           'preparing', now() + make_interval(secs => $6), now() from advert_sendings
         where user_id = $3 and advert_id = $4 limit 1`,
        [id, seen, owner.uid, usual, batchId, dueInSeconds],
      );
      for (const [position, file] of files.entries())
        await sql(
          `insert into advert_sending_pictures (sending_id, position, kind, source) values ($1, $2, 'result', $3)`,
          [id, position, file],
        );
      return id;
    },
  };
}

export function asPictures(results: readonly string[]): SentPicture[] {
  return results.map((result) => ({ result }));
}

/** Makes a lot of photos that the site takes by their size; every other one is mirrored, so that no two neighbours look alike. */
export async function makeFiles(
  by: Client,
  seeds: readonly number[],
): Promise<{ batchId: string; files: string[] }> {
  const photoIds: string[] = [];
  for (const seed of seeds) {
    const photo = sharp(await smallPhoto(seed, 640, 480)).flop(seed % 2 === 0);
    photoIds.push(await by.upload(await photo.jpeg().toBuffer(), { name: `poza-${seed}.jpg` }));
  }
  await photosReady(by, photoIds);
  const { id } = await newBatch(by, { name: 'Canapea', photoIds });
  await startRun(by, id, { photoIds, cost: 1 });
  const results = Object.values((await runEnded(by, id)).results);
  const files = photoIds.flatMap((photo) =>
    results.filter(({ photoId }) => photoId === photo).map((result) => result.id),
  );
  return { batchId: id, files };
}
