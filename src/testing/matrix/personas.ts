import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBatch } from '#contract/batches.ts';
import { prepareZip } from '#contract/gallery.ts';
import { listCreditPackages } from '#contract/payments.ts';
import { makePhoneLink, openPhoneLink, PHONE_UPLOADS_PATH } from '#contract/phones/phone-links.ts';
import { makeResultLink, openResultLink } from '#contract/phones/result-links.ts';
import { saveRecipe } from '#contract/recipes/saved-recipes.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { closeSession, openSession, userFinder } from '#server/users/sign-in/session-store.ts';
import { insertWebhook, openKeys } from '#testing/accounts/programs.ts';
import { sendPicture, smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { mailsSent } from '#testing/mail/mails.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, TUS } from '#testing/server.ts';

/**
 * All kinds of callers of a route. `support` and `accountant` hold that narrow right and no other. `phone`: a stranger with the owner's link to
 * `spareLot`; `results`: one with that to the results of `batchId`; `readKey`, `workKey`: programs with keys of the owner.
 */
export const PERSONAS = [
  'anonymous',
  'owner',
  'other',
  'admin',
  'support',
  'accountant',
  'demoted',
  'deleted',
  'ended',
  'phone',
  'results',
  'readKey',
  'workKey',
] as const;
export type Persona = (typeof PERSONAS)[number];

export interface World {
  readonly photoId: string;
  readonly secondId: string;
  readonly batchId: string;
  /** A batch that may be deleted. */
  readonly spareLot: string;
  readonly runId: string;
  readonly resultId: string;
  /** Begun, 10 bytes long, none of them here. */
  readonly uploadId: string;
  /** The same, begun by the phone that has a link to `spareLot`. */
  readonly phoneUpload: string;
  /** The same, begun by the program that works. */
  readonly apiUpload: string;
  /** A key of the owner that no persona uses. */
  readonly keyId: string;
  /** Id of a passkey that does not exist. */
  readonly passkeyId: string;
  /** A webhook of the owner, and a message that went there. */
  readonly webhookId: string;
  readonly deliveryId: string;
  /** A webhook that may be removed. */
  readonly spareWebhook: string;
  readonly phoneLinkId: string;
  readonly resultLinkId: string;
  /** A bystander's account, with an avatar. */
  readonly userId: string;
  readonly packageId: string;
  readonly orderId: string;
  readonly withdrawalId: string;
  /** Id of goodwill that does not exist. */
  readonly goodwillId: string;
  /** A plan that everyone may buy. */
  readonly plan: string;
  readonly presetKey: string;
  readonly recipeId: string;
  /** A second session of the owner, unused. */
  readonly sessionId: string;
  /** Id of an archive that does not exist. */
  readonly exportId: string;
  readonly zipId: string;
  /** An account at a site with adverts. */
  readonly connectionId: string;
  /** A sending that was given up, into an advert of that account. */
  readonly sendingId: string;
  readonly advertId: string;
  /** Id of a report that does not exist. */
  readonly reportId: string;
  /** A list of documents for RO e-Factura, and the id of a document that does not exist. */
  readonly list: string;
  readonly invoiceId: string;
  /** Id of a former picture that does not exist. */
  readonly formerId: string;
  /** A report of the analytics. */
  readonly report: string;
}

/** Ids of the right form of things that do not exist. */
export const UNKNOWN_IDS: World = {
  photoId: `img_${'q'.repeat(26)}`,
  secondId: `img_${'w'.repeat(26)}`,
  batchId: `lot_${'q'.repeat(26)}`,
  spareLot: `lot_${'w'.repeat(26)}`,
  runId: `run_${'q'.repeat(26)}`,
  resultId: `res_${'q'.repeat(26)}`,
  uploadId: `img_${'e'.repeat(26)}`,
  phoneUpload: `img_${'r'.repeat(26)}`,
  apiUpload: `img_${'t'.repeat(26)}`,
  keyId: `key_${'q'.repeat(26)}`,
  passkeyId: `pky_${'q'.repeat(26)}`,
  webhookId: `whk_${'q'.repeat(26)}`,
  deliveryId: `msg_${'q'.repeat(26)}`,
  spareWebhook: `whk_${'w'.repeat(26)}`,
  phoneLinkId: `phl_${'q'.repeat(26)}`,
  resultLinkId: `rlk_${'q'.repeat(26)}`,
  userId: `usr_${'q'.repeat(26)}`,
  packageId: `pkg_${'q'.repeat(26)}`,
  orderId: `ord_${'q'.repeat(26)}`,
  withdrawalId: `wdr_${'q'.repeat(26)}`,
  goodwillId: `gwr_${'q'.repeat(26)}`,
  plan: 'pro',
  presetKey: 'alt-sablon',
  recipeId: `rec_${'q'.repeat(26)}`,
  sessionId: `ses_${'q'.repeat(26)}`,
  exportId: `exp_${'q'.repeat(26)}`,
  zipId: `zip_${'q'.repeat(26)}`,
  connectionId: `adc_${'q'.repeat(26)}`,
  sendingId: `snd_${'q'.repeat(26)}`,
  advertId: '7000000',
  reportId: `rep_${'q'.repeat(26)}`,
  list: 'before',
  invoiceId: `inv_${'q'.repeat(26)}`,
  formerId: `pic_${'q'.repeat(26)}`,
  report: 'credits',
};

export interface Personas {
  readonly world: World;
  readonly owner: Client;
  emailOf(who: Persona): string;
  /** The Authorization header of a program; null for the others. */
  authorizationOf(who: Persona): string | null;
  /** A cookie of a new session of theirs (for `ended`, of a session that is over), with a proof of now or of long ago. */
  cookieOf(who: Persona, shown: 'now' | 'long ago'): Promise<string>;
}

/** Personas who are not signed in and act for the owner, or for no account. */
const OWNERS_WAYS: readonly Persona[] = ['anonymous', 'phone', 'results', 'readKey', 'workKey'];

/** Makes every proof of an account older than the ten minutes that it counts for. */
const LONG_AGO = `update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`;

export async function createPersonas(server: TestServer): Promise<Personas> {
  const uids = new Map<Persona, string>();
  const clients = new Map<Persona, Client>();
  for (const who of PERSONAS) {
    const client = await server.newUser(`${who}@fotolot.example`);
    uids.set(who, client.uid);
    clients.set(who, client);
  }
  const bystander = await server.newUser('bystander@fotolot.example');
  await sendPicture(bystander, await smallPhoto(9));
  const owner = clients.get('owner') as Client;
  const sql = (text: string, who: Persona) => server.database.pool.query(text, [uids.get(who)]);
  await sql(`update users set role = 'admin' where id = $1`, 'admin');
  await sql(`update users set role = 'admin' where id = $1`, 'demoted');
  for (const right of ['support', 'accountant'] as const)
    await server.database.pool.query(
      'insert into account_rights (user_id, name, given_by, given_at) values ($1, $2, $3, now())',
      [uids.get(right), right, uids.get('admin')],
    );
  const opened = (who: Persona) =>
    server.app.change(({ tx }) =>
      openSession(tx, server.app, { userId: uids.get(who) ?? '', userAgent: 'matrix' }),
    );
  // Signed in while they were an admin, or while they were at all.
  const keptTokens = { demoted: await opened('demoted'), deleted: await opened('deleted') };
  await sql(`update users set role = 'user' where id = $1`, 'demoted');
  await sql(`update users set deleted_at = now() where id = $1`, 'deleted');
  // Jobs and mails are done: nothing is written while the matrix looks.
  await mailsSent(server);
  const belongings = await createBelongings(owner);
  const phone = await openLink(server, owner, belongings.spareLot);
  const results = await openLinkToResults(server, owner, belongings.batchId);
  const keys = await openKeys(server, Object.assign(owner, { uid: uids.get('owner') ?? '' }));
  const connectionId = await insertConnection(server, uids.get('owner') ?? '');
  return {
    world: {
      ...belongings,
      phoneUpload: phone.uploadId,
      apiUpload: keys.uploadId,
      keyId: keys.spareId,
      ...(await insertWebhook(server, uids.get('owner') ?? '')),
      spareWebhook: (await insertWebhook(server, uids.get('owner') ?? '')).webhookId,
      phoneLinkId: phone.linkId,
      resultLinkId: results.linkId,
      orderId: await insertUnpaidOrder(server, uids.get('owner') ?? ''),
      connectionId,
      sendingId: await insertStoppedSending(server, uids.get('owner') ?? '', connectionId),
      advertId: '7000001',
      list: 'due',
      invoiceId: `inv_${'w'.repeat(26)}`,
      reportId: `rep_${'w'.repeat(26)}`,
      formerId: `pic_${'w'.repeat(26)}`,
      plan: 'pro',
      presetKey: 'alt-sablon',
      report: 'revenue',
      userId: bystander.uid,
      exportId: `exp_${'w'.repeat(26)}`,
      withdrawalId: `wdr_${'w'.repeat(26)}`,
      goodwillId: `gwr_${'w'.repeat(26)}`,
      passkeyId: `pky_${'w'.repeat(26)}`,
      sessionId: (await userFinder(server.app)(await opened('owner')))?.sessionId ?? '',
    },
    owner,
    emailOf: (who) => `${OWNERS_WAYS.includes(who) ? 'owner' : who}@fotolot.example`,
    authorizationOf: (who) => (who === 'readKey' || who === 'workKey' ? `Bearer ${keys[who]}` : null),
    cookieOf: async (who, shown) => {
      if (who === 'anonymous' || who === 'readKey' || who === 'workKey') return '';
      // Sent as the other cookies too: none is taken for another.
      if (who === 'phone' || who === 'results') {
        const { token } = who === 'phone' ? phone : results;
        return ['phone', 'results', 'sid'].map((name) => `${name}=${token}`).join('; ');
      }
      if (who === 'deleted') return `sid=${keptTokens.deleted}`;
      const token = await opened(who);
      const user = who === 'ended' && (await userFinder(server.app)(token));
      if (user) await closeSession(server.app, user);
      if (shown === 'long ago') await sql(LONG_AGO, who);
      return `sid=${token}`;
    },
  };
}

/** Makes a link to the owner's batch, opens it as a phone would, and begins an upload by it. */
async function openLink(
  server: TestServer,
  owner: Client,
  batchId: string,
): Promise<{ linkId: string; token: string; uploadId: string }> {
  const { key, link } = await owner.call(makePhoneLink, { params: { batchId } });
  const phone = server.client();
  const opened = await phone.fetch(openPhoneLink.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  const [, token = ''] = /^phone=([^;]+)/.exec(opened.headers.getSetCookie()[0] ?? '') ?? [];
  const begun = await phone.fetch(PHONE_UPLOADS_PATH, {
    method: 'POST',
    headers: { ...TUS, 'upload-length': '10', cookie: `phone=${token}` },
  });
  return { linkId: link.id, token, uploadId: begun.headers.get('location')?.split('/').at(-1) ?? '' };
}

/** Makes a link to the results of the owner's batch and opens it as a phone would. */
async function openLinkToResults(
  server: TestServer,
  owner: Client,
  batchId: string,
): Promise<{ linkId: string; token: string }> {
  const { key, link } = await owner.call(makeResultLink, { params: { batchId } });
  const opened = await server.client().fetch(openResultLink.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  const [, token = ''] = /^results=([^;]+)/.exec(opened.headers.getSetCookie()[0] ?? '') ?? [];
  return { linkId: link.id, token };
}

/** An account at a site that the operator has no more. */
async function insertConnection({ app }: TestServer, userId: string): Promise<string> {
  const id = app.newId('adc');
  const at = app.now();
  const facts = { site: 'olx', is_test: false, seller_id: '1' } as const;
  await app.db
    .insertInto('advert_connections')
    .values({ id, user_id: userId, ...facts, expires_at: at, renewed_at: at, connected_at: at })
    .execute();
  return id;
}

async function insertStoppedSending(
  { app }: TestServer,
  userId: string,
  connectionId: string,
): Promise<string> {
  const id = app.newId('snd');
  const at = app.now();
  const facts = { site: 'olx', is_test: false, seller_id: '1', seller: 'Ana', advert_id: '7000001' } as const;
  const state = { state: 'stopped', seen: '', without_undo: false, request_key: id } as const;
  await app.db
    .insertInto('advert_sendings')
    .values({
      id,
      user_id: userId,
      connection_id: connectionId,
      ...facts,
      ...state,
      due_at: at,
      created_at: at,
    })
    .execute();
  return id;
}

/** An order whose payment has not begun. */
async function insertUnpaidOrder({ app }: TestServer, userId: string): Promise<string> {
  const id = app.newId('ord');
  const facts = { kind: 'package', item: 'pkg', name: 'Starter 10', credits: 10, amount_bani: 5000 } as const;
  await app.db
    .insertInto('orders')
    .values({ id, user_id: userId, ...facts, mode: 'simulator', state: 'created', created_at: app.now() })
    .execute();
  return id;
}

type Belonging = 'photoId' | 'secondId' | 'batchId' | 'spareLot' | 'runId' | 'resultId' | 'uploadId';

async function createBelongings(
  owner: Client,
): Promise<Pick<World, Belonging | 'packageId' | 'recipeId' | 'zipId'>> {
  const [photoId = '', secondId = ''] = await uploadPhotos(owner, [1, 2]);
  const batch = await newBatch(owner, { name: 'Lot', photoIds: [photoId, secondId] });
  await startRun(owner, batch.id, { photoIds: [photoId, secondId], cost: 1 });
  const { run, results } = await runEnded(owner, batch.id);
  const spare = await owner.call(createBatch, { body: { photoIds: [secondId] } });
  const begun = await owner.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': '10' },
  });
  const { packages } = await owner.call(listCreditPackages, {});
  const body = { name: 'A mea', recipe: DEFAULT_RECIPE, outputs: [] };
  const saved = await owner.call(saveRecipe, { body });
  const zip = await owner.call(prepareZip, { body: { photoIds: [photoId], resultIds: [] } });
  return {
    photoId,
    secondId,
    batchId: batch.id,
    spareLot: spare.id,
    runId: run?.id ?? '',
    resultId: Object.keys(results)[0] ?? '',
    packageId: packages[0]?.id ?? '',
    recipeId: saved.id,
    zipId: zip.zipId,
    uploadId: begun.headers.get('location')?.split('/').at(-1) ?? '',
  };
}

/** Every row of every table but the counted hits and what a process notes of itself, as one hash per table: two looks are equal when nothing was written. */
export async function everyRow({ database }: TestServer): Promise<Record<string, string>> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_limits', 'processes') order by 1`,
  );
  const looks = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`,
  );
  const { rows } = await database.pool.query<{ name: string; hash: string }>(looks.join(' union all '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** Every file of the data folder by its bytes, once none is on its way: they are written below tmp/ first. */
export async function everyFile({ dataDir }: TestServer): Promise<Record<string, string>> {
  await pollUntil(
    async () => globSync('*', { cwd: join(dataDir, 'tmp') }),
    (onTheirWay) => onTheirWay.length === 0,
  );
  const paths = globSync('**/*', { cwd: dataDir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const entries = paths.map(
    async (path) =>
      [
        path,
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
