import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { openGrant, sealGrant } from './seal-grant.ts';

const installation = (secret: string) => ({
  keyedHash: (purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest('hex'),
});
const HERE = installation('one secret');
const GRANT = { accessToken: 'token of a day', refreshToken: 'token of a month' };
const sealed = sealGrant(HERE, 'adc_1', GRANT);

describe('access to a person’s account at a site', () => {
  it('is stored sealed, each time in other bytes, and opened again', () => {
    deepEqual(openGrant(HERE, 'adc_1', sealed), GRANT);
    const accessOnly = { accessToken: 'x', refreshToken: null };
    deepEqual(openGrant(HERE, 'adc_1', sealGrant(HERE, 'adc_1', accessOnly)), accessOnly);
    notEqual(sealGrant(HERE, 'adc_1', GRANT), sealed);
    for (const token of Object.values(GRANT))
      equal(Buffer.from(sealed.slice(2), 'base64url').includes(token), false);
  });

  it('says nothing to an installation with another secret, nor in another row', () => {
    equal(openGrant(installation('another secret'), 'adc_1', sealed), null);
    equal(openGrant(HERE, 'adc_2', sealed), null);
  });

  it('says nothing once any part of it is damaged or gone', () => {
    const bytes = Buffer.from(sealed.slice(2), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      equal(openGrant(HERE, 'adc_1', `1.${damaged.toString('base64url')}`), null, `byte ${at}`);
      equal(openGrant(HERE, 'adc_1', `1.${bytes.subarray(0, at).toString('base64url')}`), null);
    }
    for (const nothing of [null, '', '1.', '2.abc', 'GRANT', `0.${sealed.slice(2)}`])
      equal(openGrant(HERE, 'adc_1', nothing), null);
    ok(openGrant(HERE, 'adc_1', sealed));
  });
});
