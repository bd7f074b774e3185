import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { PUBLISHED_KEY } from './create.ts';
import { netopiaPayments } from './netopia.ts';
import { verifyNotification } from './notification-token.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const POS = '1ABC-2DEF-3GHI-4JKL-5MNO';
const OWN = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OTHER = generateKeyPairSync('rsa', { modulusLength: 2048 });
const BODY = Buffer.from(
  '{"payment":{"status":3,"ntpID":"1234567","amount":50.00,"currency":"RON","message":"ăâîșț \\/ bine"},"order":{"orderID":"ord_1"}}',
);
const hash = (bytes: Uint8Array) => createHash('sha512').update(bytes).digest('base64');
const CLAIMS = { iss: 'NETOPIA Payments', aud: [POS], sub: hash(BODY) };

const encode = (part: object | string) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

function token(claims: object, header: object = {}, key: KeyObject = OWN.privateKey): string {
  const text = `${encode({ typ: 'JWT', alg: 'RS512', ...header })}.${encode(claims)}`;
  return `${text}.${sign('sha512', Buffer.from(text), key).toString('base64url')}`;
}

/** Returns the problem, or the key that signed. */
function verdict(text: string | undefined, body: Uint8Array = BODY, keys = [OWN.publicKey]): unknown {
  const result = verifyNotification(body, text, { trust: { keys, posSignature: POS }, now: NOW });
  return typeof result === 'string' ? result : 'verified';
}

const GOOD = token(CLAIMS);

describe('a notification is believed', () => {
  it('when the provider’s key signed exactly these bytes for our point of sale', () => {
    equal(verdict(GOOD), 'verified');
    equal(verdict(token({ ...CLAIMS, aud: POS })), 'verified');
    equal(verdict(token({ ...CLAIMS, aud: ['AAAA-AAAA-AAAA-AAAA-AAAA', POS] })), 'verified');
  });

  it('again when it is replayed: knowing it is the order’s business', () => {
    deepEqual([verdict(GOOD), verdict(GOOD)], ['verified', 'verified']);
  });

  it('by any of several trusted keys, so that an old and a new one can overlap', () => {
    equal(verdict(GOOD, BODY, [OTHER.publicKey, OWN.publicKey]), 'verified');
    equal(verdict(GOOD, BODY, [OTHER.publicKey]), 'signature');
  });

  it('by a hash over the raw bytes: sub is the SHA-512 of the body, in base64', () => {
    const known = 'dSvbnyeTKaNtAOncqSq/7n76UQb6U9JN2COehXIlWO/l06LjYXmK/LNGzSUOOwTmAJRkYiit6evb8/daEkjd4Q==';
    const body = Buffer.from('{"payment":{"status":3}}');
    equal(verdict(token({ ...CLAIMS, sub: known }), body), 'verified');
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(BODY.toString())));
    equal(verdict(GOOD, rewritten), 'body-changed');
  });

  it('whatever times are missing, and in seconds as in milliseconds', () => {
    for (const unit of [1, 1000]) {
      const times = { iat: SECONDS * unit, nbf: (SECONDS - 10) * unit, exp: (SECONDS + 3600) * unit };
      equal(verdict(token({ ...CLAIMS, ...times })), 'verified');
    }
  });
});

describe('a notification is refused', () => {
  it('without a token, with half a token, with one too large', () => {
    equal(verdict(undefined), 'no-token');
    equal(verdict(''), 'no-token');
    for (const odd of ['x', 'a.b', 'a.b.c.d', `${GOOD}.`, `${GOOD}=`, ` ${GOOD}`, GOOD.slice(0, -3), '..'])
      ok(['malformed-token', 'signature', 'algorithm'].includes(String(verdict(odd))), odd);
    equal(verdict('a'.repeat(9000)), 'too-large');
    equal(verdict(GOOD, Buffer.alloc(70_000)), 'too-large');
  });

  it('when the token chooses another algorithm: none, HS512 with the public key as secret, RS256, or RS512 in small letters', () => {
    const text = (alg: string) => `${encode({ typ: 'JWT', alg })}.${encode(CLAIMS)}`;
    const pem = OWN.publicKey.export({ type: 'spki', format: 'pem' });
    const hmac = createHmac('sha512', pem).update(text('HS512')).digest('base64url');
    equal(verdict(`${text('HS512')}.${hmac}`), 'algorithm');
    equal(verdict(`${text('none')}.`), 'malformed-token');
    equal(verdict(`${text('none')}.AA`), 'algorithm');
    const sha256 = sign('sha256', Buffer.from(text('RS256')), OWN.privateKey).toString('base64url');
    equal(verdict(`${text('RS256')}.${sha256}`), 'algorithm');
    equal(verdict(token(CLAIMS, { alg: 'rs512' })), 'algorithm');
    equal(verdict(token(CLAIMS, { crit: ['b64'], b64: false })), 'algorithm');
    const weak = sign('sha256', Buffer.from(text('RS512')), OWN.privateKey).toString('base64url');
    equal(verdict(`${text('RS512')}.${weak}`), 'signature');
  });

  it('when it brings the key it wants to be checked with', () => {
    const jwk = OTHER.publicKey.export({ format: 'jwk' });
    const jku = 'https://secure.mobilpay.ro/keys';
    for (const header of [{ jwk }, { jku }, { x5u: jku }, { kid: '../../own.pem' }])
      equal(verdict(token(CLAIMS, header, OTHER.privateKey)), 'signature');
  });

  it('when another key signed it, another issuer, another point of sale, another body', () => {
    equal(verdict(token(CLAIMS, {}, OTHER.privateKey)), 'signature');
    for (const iss of ['netopia payments', '', undefined, ['NETOPIA Payments']])
      equal(verdict(token({ ...CLAIMS, iss })), 'issuer');
    for (const aud of ['', undefined, [], [[POS]], `${POS} `, POS.toLowerCase(), { [POS]: 1 }, ['x', null]])
      equal(verdict(token({ ...CLAIMS, aud })), 'audience');
    const other = hash(Buffer.from('{}'));
    for (const sub of [
      other,
      '',
      undefined,
      7,
      `${CLAIMS.sub} `,
      CLAIMS.sub.replace(/=+$/, ''),
      [CLAIMS.sub],
    ])
      equal(verdict(token({ ...CLAIMS, sub })), 'body-changed');
  });

  it('long after its end, before its time, or with times that are none', () => {
    for (const unit of [1, 1000]) {
      equal(verdict(token({ ...CLAIMS, exp: (SECONDS - 3600) * unit })), 'expired');
      equal(verdict(token({ ...CLAIMS, iat: (SECONDS + 3600) * unit })), 'not-yet-valid');
      equal(verdict(token({ ...CLAIMS, nbf: (SECONDS + 3600) * unit })), 'not-yet-valid');
    }
    equal(verdict(token({ ...CLAIMS, exp: 'never' })), 'expired');
    equal(verdict(token({ ...CLAIMS, iat: null })), 'not-yet-valid');
  });

  it('when its claims are no object', () => {
    for (const claims of ['null', '7', '"x"', '[]', 'not json']) {
      const text = `${encode({ alg: 'RS512' })}.${encode(claims)}`;
      const signature = sign('sha512', Buffer.from(text), OWN.privateKey).toString('base64url');
      equal(verdict(`${text}.${signature}`), 'issuer', claims);
    }
  });
});

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ '];
const anyShare = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const at = (share: number, length: number) => Math.floor(share * length);
const forgery = fc.oneof(
  fc.tuple(anyShare, fc.constantFrom(...LETTERS)).map(([share, letter]) => {
    const i = at(share, GOOD.length);
    return { text: `${GOOD.slice(0, i)}${letter}${GOOD.slice(i + 1)}`, body: BODY };
  }),
  fc.tuple(anyShare, fc.constantFrom(...LETTERS)).map(([share, letter]) => {
    const i = at(share, GOOD.length + 1);
    return { text: `${GOOD.slice(0, i)}${letter}${GOOD.slice(i)}`, body: BODY };
  }),
  fc.tuple(anyShare, fc.integer({ min: 1, max: 40 })).map(([share, count]) => {
    const i = at(share, GOOD.length);
    return { text: GOOD.slice(0, i) + GOOD.slice(i + count), body: BODY };
  }),
  fc.tuple(anyShare, fc.integer({ min: 1, max: 255 })).map(([share, mask]) => {
    const body = Buffer.from(BODY);
    const i = at(share, body.length);
    body[i] = (body[i] ?? 0) ^ mask;
    return { text: GOOD, body };
  }),
  fc.tuple(fc.constantFrom('iss', 'aud', 'sub', 'exp', 'jti'), fc.jsonValue()).map(([name, value]) => {
    const [header, , signature] = GOOD.split('.');
    return { text: `${header}.${encode({ ...CLAIMS, [name]: value ?? 0 })}.${signature}`, body: BODY };
  }),
  fc
    .tuple(fc.constantFrom('RS512', 'HS512', 'RS256', 'PS512', 'none'), fc.uint8Array({ minLength: 1 }))
    .map(([alg, bytes]) => {
      const text = `${encode({ typ: 'JWT', alg })}.${encode(CLAIMS)}`;
      return { text: `${text}.${Buffer.from(bytes).toString('base64url')}`, body: BODY };
    }),
  fc.string({ maxLength: 200 }).map((text) => ({ text, body: BODY })),
);

describe('10,000 forged or mutated notifications', () => {
  it('are all refused', () => {
    let refused = 0;
    fc.assert(
      fc.property(forgery, ({ text, body }) => {
        fc.pre(text !== GOOD || body !== BODY);
        if (verdict(text, body) === 'verified') throw new Error(`believed ${text}`);
        refused += 1;
      }),
      { numRuns: 10_000 },
    );
    equal(refused, 10_000);
    equal(verdict(GOOD), 'verified');
  });
});

describe('the payments adapter', () => {
  const options = {
    mode: 'live' as const,
    baseUrl: 'https://secure.mobilpay.ro/pay',
    apiKey: 'key',
    posSignature: POS,
    trustedKeys: [OWN.publicKey],
    now: () => NOW,
  };

  it('does not start without a key, a point of sale or an API key: nothing fails open', () => {
    throws(() => netopiaPayments({ ...options, trustedKeys: [] }), /a key to verify notifications with/);
    throws(() => netopiaPayments({ ...options, posSignature: '' }), /need an API key/);
    throws(() => netopiaPayments({ ...options, apiKey: '' }), /need an API key/);
  });

  it('reads a verified notification: ids, state, amount, and hashes that know it again', () => {
    const { readNotification } = netopiaPayments(options);
    const reading = readNotification(BODY, { 'Verification-Token': GOOD });
    ok(reading.isVerified);
    deepEqual(
      { ...reading.notification, bodyHash: '', keyFingerprint: '' },
      {
        orderId: 'ord_1',
        ntpId: '1234567',
        state: 'paid',
        declineReason: null,
        amountBani: 5000,
        currency: 'RON',
        providerStatus: 3,
        providerCode: null,
        bodyHash: '',
        keyFingerprint: '',
      },
    );
    equal(reading.notification.bodyHash, createHash('sha512').update(BODY).digest('hex'));
    equal(reading.notification.keyFingerprint.length, 64);
  });

  it('accepts one token, not two', () => {
    const { readNotification } = netopiaPayments(options);
    deepEqual(readNotification(BODY, { 'verification-token': [GOOD, GOOD] }), {
      isVerified: false,
      problem: 'malformed-token',
    });
    deepEqual(readNotification(BODY, {}), { isVerified: false, problem: 'no-token' });
  });

  it('reads nothing from a signed body that says nothing, and invents nothing', () => {
    const { readNotification } = netopiaPayments(options);
    for (const text of [
      '',
      'null',
      '[]',
      '{"payment":7}',
      '{"payment":{"status":"3","amount":"50.00"}}',
      'x',
    ]) {
      const body = Buffer.from(text);
      const reading = readNotification(body, { 'verification-token': token({ ...CLAIMS, sub: hash(body) }) });
      ok(reading.isVerified);
      const { state, amountBani, orderId } = reading.notification;
      deepEqual([state, amountBani, orderId], ['unknown', null, null], text);
    }
  });

  it('acknowledges what is stored as the provider wants it, and asks for everything else again', () => {
    const { acknowledge } = netopiaPayments(options);
    deepEqual(acknowledge(null), {
      status: 200,
      body: { errorType: 0, errorCode: 0, errorMessage: '' },
    });
    for (const problem of ['busy', 'signature', 'no-token', 'expired'] as const) {
      const { status, body } = acknowledge(problem);
      deepEqual([status, Object.keys(body)], [503, ['errorType', 'errorCode', 'errorMessage']]);
      equal((body as { errorType: number }).errorType, 1);
    }
  });
});

it('the key that NETOPIA publishes has its known fingerprint and 2048 bits', () => {
  const der = PUBLISHED_KEY.export({ type: 'spki', format: 'der' });
  equal(
    createHash('sha256').update(der).digest('hex'),
    'eeba3b065067fb01c2389850c7a888456dfd31332d67ed9b630dae24753478d7',
  );
  equal(PUBLISHED_KEY.asymmetricKeyDetails?.modulusLength, 2048);
});
