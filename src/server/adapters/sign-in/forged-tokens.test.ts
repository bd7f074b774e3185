import { equal, rejects } from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createSignIn } from '#server/adapters/sign-in/create.ts';
import type { SignIn } from '#server/adapters/sign-in/port.ts';

const OWN = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OTHER = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ATTEMPT = {
  redirectUri: 'http://localhost:4321/api/auth/google/callback',
  state: 's'.repeat(43),
  nonce: 'n'.repeat(43),
  verifier: 'v'.repeat(43),
};
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const jwk = ({ publicKey }: { publicKey: KeyObject }) => publicKey.export({ format: 'jwk' });

interface Claims {
  readonly [name: string]: unknown;
}

function signed(claims: Claims, header: object = {}, key: KeyObject = OWN.privateKey): string {
  const text = `${encode({ alg: 'RS256', kid: 'cheia', ...header })}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

describe('an identity token', () => {
  let server: Server;
  let issuer = '';
  let token = '';
  let metadata: object = {};

  before(async () => {
    server = createServer((request, response) => {
      const answers: Readonly<Record<string, object>> = {
        '/.well-known/openid-configuration': metadata,
        '/keys': { keys: [{ ...jwk(OWN), kid: 'cheia', use: 'sig', alg: 'RS256' }] },
        '/token': { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: token },
      };
      const answer = answers[request.url ?? ''];
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  });

  function signIn(): SignIn {
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const made = createSignIn({ issuer, clientId: 'fotolot', clientSecret: 'x', publicUrl: null, log });
    if (!made) throw new Error('no sign-in');
    return made;
  }

  function claims(changes: Claims = {}): Claims {
    const now = Math.floor(Date.now() / 1000);
    const { nonce } = ATTEMPT;
    const who = { iss: issuer, sub: '4711', email: 'ana@gmail.com', email_verified: true };
    return { ...who, aud: 'fotolot', iat: now, exp: now + 60, nonce, ...changes };
  }

  function finish(given: string) {
    token = given;
    return signIn().finish(new URLSearchParams({ code: 'cod', state: ATTEMPT.state }), ATTEMPT);
  }

  it('identifies the person when the issuer’s key signed it for us', async () => {
    const { subject, email } = await finish(signed(claims()));
    equal(subject, '4711');
    equal(email, 'ana@gmail.com');
  });

  it('is refused unsigned, signed by another key, also one it brings itself, or changed after it was signed', async () => {
    const [header = '', , signature = ''] = signed(claims()).split('.');
    for (const forged of [
      `${encode({ alg: 'none' })}.${encode(claims())}.`,
      `${header}.${encode(claims())}.`,
      `${header}.${encode(claims({ sub: '4712' }))}.${signature}`,
      signed(claims(), {}, OTHER.privateKey),
      signed(claims(), { jwk: jwk(OTHER), jku: `${issuer}/keys` }, OTHER.privateKey),
      signed(claims(), { kid: 'alta' }, OTHER.privateKey),
      signed(claims(), { alg: 'PS256' }),
    ])
      await rejects(finish(forged), forged.split('.')[0]);
  });

  it('is refused for another client, of another issuer, of another attempt, past its time and without a subject', async () => {
    for (const change of [
      { aud: 'altul' },
      { aud: undefined },
      { aud: ['fotolot', 'altul'] },
      { iss: 'https://accounts.google.com' },
      { nonce: 'x'.repeat(43) },
      { nonce: undefined },
      { exp: 1 },
      { exp: undefined },
      { sub: undefined },
    ])
      await rejects(finish(signed(claims(change))), JSON.stringify(change));
  });

  it('is not requested where the metadata are another issuer’s', async () => {
    for (const other of ['https://accounts.google.com', `${issuer}/altul`]) {
      metadata = { ...metadata, issuer: other };
      await rejects(signIn().startUrl(ATTEMPT), other);
    }
  });
});
