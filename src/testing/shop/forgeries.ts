import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { readMe } from '#contract/users.ts';
import { type TestServer, testServer } from '#testing/server.ts';
import { agreeToCheckout, beginPayment, packageCalled } from '#testing/shop/shop.ts';
import { encodeTokenPart, type NoticeSigner, netopiaSigner } from '#testing/shop/signed-notices.ts';

interface Forgery {
  readonly body: Buffer;
  readonly token: string | null;
}
type Forge = (genuine: { body: Buffer; token: string }, at: number, to: number) => Forgery;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** Each makes another notification of a genuine one, which no longer is one; `at` and `to` choose where and what. */
function buildForgers(signer: NoticeSigner): Record<string, Forge> {
  const pem = createPublicKey(signer.privateKey).export({ type: 'spki', format: 'pem' });
  const resigned = (token: string, changes: { header?: object; claims?: object }, key: KeyObject) => {
    const [header = '', claims = ''] = token
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString());
    const text = [
      { ...JSON.parse(header), ...changes.header },
      { ...JSON.parse(claims), ...changes.claims },
    ]
      .map(encodeTokenPart)
      .join('.');
    return { text, token: `${text}.${sign('sha512', Buffer.from(text), key).toString('base64url')}` };
  };
  return {
    'a character of the token': ({ body, token }, at, to) => {
      const index = at % token.length;
      const others = `${ALPHABET}.`.replace(token[index] ?? '', '');
      return { body, token: token.slice(0, index) + others[to % others.length] + token.slice(index + 1) };
    },
    'a character less': ({ body, token }, at) => {
      const index = at % token.length;
      return { body, token: token.slice(0, index) + token.slice(index + 1) };
    },
    'a byte of the body': ({ body, token }, at, to) => {
      const changed = Buffer.from(body);
      const index = at % changed.length;
      changed[index] = ((changed[index] ?? 0) + 1 + (to % 255)) % 256;
      return { body: changed, token };
    },
    'another body': ({ body, token }, at) => ({
      body: Buffer.concat([body, Buffer.alloc(1 + (at % 9), 32)]),
      token,
    }),
    'another key': ({ body, token }, at) => ({
      body,
      token: resigned(token, { claims: { jti: `${at}` } }, stranger).token,
    }),
    'no algorithm': ({ body, token }, at, to) => {
      const header = { alg: ['none', 'None', 'NONE', ''][at % 4] };
      const { text } = resigned(token, { header }, stranger);
      return { body, token: `${text}.${['', 'AA'][to % 2]}` };
    },
    'the public key as a secret': ({ body, token }, at) => {
      const alg = ['HS512', 'HS256', 'RS512'][at % 3] ?? '';
      const { text } = resigned(token, { header: { alg } }, stranger);
      const digest = alg === 'HS256' ? 'sha256' : 'sha512';
      return { body, token: `${text}.${createHmac(digest, pem).update(text).digest('base64url')}` };
    },
    'other claims, rightly signed': ({ body, token }, at) => {
      const claims = [
        { aud: ['AAAA-AAAA'] },
        { iss: 'Altcineva' },
        { sub: `${at}` },
        { exp: 1 },
        { nbf: 9e9 },
      ][at % 5];
      return { body, token: resigned(token, { claims: claims ?? {} }, signer.privateKey).token };
    },
    'other claims, the old signature': ({ body, token }, at) => {
      const { text } = resigned(token, { claims: { iat: at } }, stranger);
      return { body, token: `${text}.${token.split('.')[2]}` };
    },
    'parts in another order': ({ body, token }, at) => {
      const [a, b, c] = token.split('.');
      return {
        body,
        token: [`${b}.${a}.${c}`, `${a}.${c}.${b}`, `${a}.${b}`, `${token}.${c}`, `${token}=`][at % 5] ?? '',
      };
    },
    'no token': ({ body }) => ({ body, token: null }),
  };
}

/**
 * So many forged or mutated notifications of a real order's payment, over HTTP: every one is refused and nothing is believed. The genuine one,
 * sent last, shows that any of them would have credited.
 */
export async function forgeNotifications(count: number, seed: number): Promise<void> {
  const server = await testServer({ NETOPIA_MODE: 'simulator' });
  try {
    await sendForgeries(server, count, seed);
  } finally {
    await server.close();
  }
}

async function sendForgeries(server: TestServer, count: number, seed: number): Promise<void> {
  const signer = netopiaSigner(
    JSON.parse(await readFile(join(server.dataDir, 'netopia-simulator.json'), 'utf8')),
  );
  const buyer = await server.newUser();
  const item = await packageCalled(buyer, 'Starter 10');
  await agreeToCheckout(buyer, item);
  const { orderId } = await beginPayment(buyer, item.id);
  const { rows } = await server.database.pool.query('select provider_id from orders where id = $1', [
    orderId,
  ]);
  const { body } = signer.notice({ orderId, ntpId: rows[0].provider_id, status: 3 });
  const genuine = { body, token: signer.token(body) };
  const send = async ({ body: bytes, token }: Forgery) => {
    const answer = await fetch(`${server.url}/api/payments/netopia/notify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== null && { 'verification-token': token }) },
      body: new Uint8Array(bytes),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const state = async () => {
    const { credits } = await buyer.call(readMe, {});
    const found = await server.database.pool.query(
      'select o.state, (select count(*)::int from payment_notices) as notices from orders o where o.id = $1',
      [orderId],
    );
    return { credits: credits.totalCredits, ...found.rows[0] };
  };
  const makers = buildForgers(signer);
  const forgery = fc.tuple(fc.constantFrom(...Object.keys(makers)), fc.nat(), fc.nat());
  await fc.assert(
    fc.asyncProperty(forgery, async ([name, at, to]) => {
      const forged = makers[name]?.(genuine, at, to);
      equal(forged && (await send(forged)), 503);
    }),
    { numRuns: count, seed },
  );
  const { state: unpaid, ...rest } = await state();
  deepEqual(rest, { credits: 3, notices: 0 });
  // Of one whose time alone is over the provider may have been asked, who says that no card was entered.
  ok(unpaid === 'started' || unpaid === 'pending', unpaid);
  equal(await send(genuine), 200);
  deepEqual(await state(), { credits: 13, state: 'paid', notices: 1 });
}
