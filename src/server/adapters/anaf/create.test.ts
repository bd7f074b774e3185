import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { pino } from 'pino';
import { AnafFailure, type AnafFailureKind } from '#domain/invoices/anaf-failure.ts';
import { buildEInvoice } from '#domain/invoices/e-invoice/build.ts';
import { buildInvoice, FIRM, SELLER } from '#testing/invoices/snapshots.ts';
import { createAnaf } from './create.ts';
import type { Anaf, AnafGrant, MessageFilter } from './port.ts';

const BACK = 'https://fotolot.example/api/anaf/callback';
const HOLDER = '1234AA456';

const buildSettings = (dataDir: string) => ({
  clientId: '',
  clientSecret: '',
  cif: SELLER.cui,
  dataDir,
  callbackPath: '/api/anaf/callback',
  publicUrl: 'https://fotolot.example',
  log: pino({ level: 'silent' }),
  now: () => new Date(),
  pace: async () => {},
});

async function unzip(bytes: Uint8Array): Promise<Record<string, Buffer>> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  const files = entries.flatMap((entry) => (entry.directory ? [] : [entry]));
  const read = files.map(async (file) => [
    file.filename,
    Buffer.from(await file.getData(new Uint8ArrayWriter())),
  ]);
  return Object.fromEntries(await Promise.all(read));
}

describe('ANAF’s stand-in, by the calls of the product', () => {
  let folder = '';
  let anaf: Anaf;
  let close: () => Promise<void>;
  let grant: AnafGrant;
  let numbers = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fotolot-anaf-'));
    const created = createAnaf({ ...buildSettings(folder), mode: 'stand-in' });
    ok(created.anaf);
    ({ anaf, close } = { anaf: created.anaf, close: created.close });
    grant = await connect();
  });
  after(async () => {
    await close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => sim('/faults', {}, 'PUT'));

  const sim = async (path: string, body: object, method = 'POST') => {
    const { origin } = new URL(await anaf.connectUrl({ state: '', redirectUri: BACK }));
    const headers = { 'content-type': 'application/json' };
    equal(
      (await fetch(`${origin}/__sim${path}`, { method, headers, body: JSON.stringify(body) })).status,
      200,
    );
  };
  async function connect(): Promise<AnafGrant> {
    const page = new URL(await anaf.connectUrl({ state: 'a', redirectUri: BACK }));
    const body = new URLSearchParams([...page.searchParams, ['certificate', HOLDER]]);
    const answer = await fetch(page.origin + page.pathname, { method: 'POST', body, redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    equal(back.origin + back.pathname, BACK);
    return anaf.exchangeCode({ code: back.searchParams.get('code') ?? '', redirectUri: BACK });
  }
  const buildDocument = (counter: 'firm' | 'person' = 'person') => {
    numbers += 1;
    const changes = { number: numbers, ...(counter === 'firm' && { buyer: FIRM }) };
    return { cif: SELLER.cui, counter, xml: Buffer.from(buildEInvoice(buildInvoice(changes))) } as const;
  };
  const upload = (document = buildDocument()) => anaf.upload(grant.accessToken, document);
  const readState = (index: string) => anaf.readState(grant.accessToken, index);
  const list = (filter: MessageFilter = 'T', until = Date.now() - 1000) =>
    anaf.listMessages(grant.accessToken, {
      cif: SELLER.cui,
      from: new Date(Date.now() - 3_600_000),
      until: new Date(until),
      page: 1,
      filter,
    });
  const failsAs = (call: Promise<unknown>, kind: AnafFailureKind) =>
    rejects(call, (error: unknown) => {
      ok(error instanceof AnafFailure, String(error));
      equal(error.kind, kind, error.message);
      return true;
    });
  const process = () => sim('/process', {});

  it('takes documents of persons and firms, and gives back the very bytes', async () => {
    match(await anaf.greet(grant.accessToken), /^Hello/u);
    const sent: { uploadIndex: string; downloadId: string }[] = [];
    for (const counter of ['person', 'firm'] as const) {
      const document = buildDocument(counter);
      const index = await upload(document);
      deepEqual(await readState(index), { state: 'in-progress' });
      await process();
      const state = await readState(index);
      ok(state.state === 'ok', JSON.stringify(state));
      const files = await unzip(await anaf.download(grant.accessToken, state.downloadId));
      deepEqual(files[`${index}.xml`], document.xml);
      sent.push({ uploadIndex: index, downloadId: state.downloadId });
    }
    // On its clock they came a while ago.
    await sim('/clock', { seconds: 120 });
    const { messages, isLast } = await list('T', Date.now() + 60_000);
    equal(isLast, true);
    for (const { uploadIndex, downloadId } of sent) {
      const own = messages.find((each) => each.uploadIndex === uploadIndex);
      deepEqual([own?.downloadId, own?.type], [downloadId, 'FACTURA TRIMISA']);
      ok(own && Math.abs(own.createdAt.getTime() - Date.now()) < 5 * 60_000, String(own?.createdAt));
    }
  });

  it('says of a second document with the number of a first that it was sent before', async () => {
    const document = buildDocument();
    const first = await upload(document);
    await process();
    const second = await upload(document);
    await process();
    const state = await readState(second);
    ok(state.state === 'nok' && state.downloadId !== null, JSON.stringify(state));
    const files = await unzip(await anaf.download(grant.accessToken, state.downloadId));
    match(String(files[`${second}.xml`]), new RegExp(`index=${first}`));
  });

  it('is misunderstood in none of its faults', async () => {
    for (const [fault, kind] of [
      ['500', 'unknown'],
      ['waf-html', 'unknown'],
      ['reset-after', 'unknown'],
      ['reset-before', 'unknown'],
      ['technical-1814', 'unknown'],
      ['no-rights', 'no-rights'],
      ['429', 'limit'],
      ['401', 'token'],
    ] as const) {
      await sim('/faults', { upload: fault }, 'PUT');
      await failsAs(upload(), kind);
    }
    await sim('/faults', {}, 'PUT');
    const index = await upload();
    for (const [fault, kind] of [
      ['technical', 'away'],
      ['limit', 'limit'],
      ['500', 'away'],
      ['waf-html', 'away'],
    ] as const) {
      await sim('/faults', { state: fault }, 'PUT');
      await failsAs(readState(index), kind);
    }
    await sim('/faults', { state: 'xml-errors' }, 'PUT');
    equal((await readState(index)).state, 'nok');
    await sim('/faults', {}, 'PUT');
    await process();
    const state = await readState(index);
    ok(state.state === 'ok');
    for (const [fault, kind] of [
      ['limit', 'limit'],
      ['limit-json', 'limit'],
      ['expired', 'gone'],
      ['plain-expired', 'gone'],
      ['html', 'away'],
      ['truncated', 'away'],
      ['500', 'away'],
    ] as const) {
      await sim('/faults', { download: fault }, 'PUT');
      await failsAs(anaf.download(grant.accessToken, state.downloadId), kind);
    }
    for (const [fault, kind] of [
      ['limit', 'limit'],
      ['html', 'away'],
      ['500', 'away'],
      ['clock-behind:7200', 'refused'],
    ] as const) {
      await sim('/faults', { lists: fault }, 'PUT');
      await failsAs(list(), kind);
    }
    await sim('/faults', { api: '429-with-time' }, 'PUT');
    await rejects(list(), (error: AnafFailure) => error.kind === 'limit' && error.facts.waitSeconds === 7);
    await sim('/faults', { api: '403' }, 'PUT');
    await failsAs(list(), 'no-rights');
  });

  it('gives another pair of tokens with each renewal, and says when there is none', async () => {
    const next = await anaf.renew(grant.refreshToken);
    ok(next.accessToken !== grant.accessToken && next.refreshToken !== grant.refreshToken);
    await failsAs(anaf.renew(grant.refreshToken), 'reconnect');
    grant = next;
    match(await anaf.greet(grant.accessToken), /^Hello/u);
    await failsAs(anaf.exchangeCode({ code: 'inventat', redirectUri: BACK }), 'reconnect');
  });

  it('is there again with its tokens after its program has ended', async () => {
    await close();
    const again = createAnaf({ ...buildSettings(folder), mode: 'stand-in' });
    ok(again.anaf);
    ({ anaf, close } = { anaf: again.anaf, close: again.close });
    match(await anaf.greet(grant.accessToken), /^Hello/u);
  });
});

describe('ANAF', () => {
  it('is asked at its own addresses for trying and for real, and not at all where nothing is sent', async () => {
    for (const mode of ['off', 'export'] as const)
      equal(createAnaf({ ...buildSettings('/nowhere'), mode }).anaf, null);
    for (const mode of ['test', 'live'] as const) {
      const { anaf } = createAnaf({ ...buildSettings('/nowhere'), mode, clientId: 'id', clientSecret: 'x' });
      equal(anaf?.mode, mode);
      const page = await anaf?.connectUrl({ state: 's', redirectUri: BACK });
      match(
        page ?? '',
        /^https:\/\/logincert\.anaf\.ro\/anaf-oauth2\/v1\/authorize\?response_type=code&client_id=id&/u,
      );
    }
  });
});
