import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildTotpUri, findTotpStep, newTotpKey } from '#server/users/second-factor/totp.ts';
import { showCode } from '#testing/accounts/second-factor.ts';

/** The key of RFC 6238, „12345678901234567890”, in Base32. */
const RFC_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator app', () => {
  it('is that of RFC 6238, as every app makes it', () => {
    const published: [seconds: number, code: string][] = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ];
    for (const [seconds, code] of published)
      equal(
        findTotpStep(RFC_KEY, code, { now: new Date(seconds * 1000), usedStep: 0 }),
        Math.floor(seconds / 30),
        code,
      );
  });

  it('counts half a minute earlier and later, and no more than once', () => {
    const now = new Date('2026-03-01T12:00:10Z');
    const at = Math.floor(now.getTime() / 30_000);
    const find = (step: number, usedStep = 0) =>
      findTotpStep(RFC_KEY, showCode(RFC_KEY, step - at, now), { now, usedStep });
    deepEqual(
      [at - 2, at - 1, at, at + 1, at + 2].map((step) => find(step)),
      [null, at - 1, at, at + 1, null],
    );
    deepEqual([find(at, at), find(at - 1, at), find(at + 1, at)], [null, null, at + 1]);
  });

  it('is six digits and nothing else', () => {
    const now = new Date('2026-03-01T12:00:10Z');
    const code = showCode(RFC_KEY, 0, now);
    for (const typed of ['', code.slice(1), `${code}0`, code.replace(/\d$/, '٣'), 'abcdef'])
      equal(findTotpStep(RFC_KEY, typed, { now, usedStep: 0 }), null, typed);
  });

  it('comes from a key of 160 random bits, which apps read out of an address', () => {
    const [one, other] = [newTotpKey(), newTotpKey()];
    match(one, /^[A-Z2-7]{32}$/);
    notEqual(one, other);
    const uri = new URL(buildTotpUri(one, 'ana+olx@fotolot.example'));
    deepEqual([uri.protocol, uri.host], ['otpauth:', 'totp']);
    equal(decodeURIComponent(uri.pathname), '/Fotolot:ana+olx@fotolot.example');
    deepEqual(Object.fromEntries(uri.searchParams), {
      secret: one,
      issuer: 'Fotolot',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
