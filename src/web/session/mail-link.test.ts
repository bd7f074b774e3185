import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitMailLink } from '#web/session/mail-link.ts';

const at = (path: string) => `https://fotolot.example${path}`;

test('the token of a mail link leaves the address, the rest stays', () => {
  assert.deepEqual(splitMailLink(at('/login?mode=changeEmail#token=abc-_1')), {
    path: '/login?mode=changeEmail',
    token: 'abc-_1',
  });
});

test('the token of an older mail, which is in the query, leaves the address too', () => {
  assert.deepEqual(splitMailLink(at('/login?mode=resetPassword&token=abc-_1')), {
    path: '/login?mode=resetPassword',
    token: 'abc-_1',
  });
  assert.deepEqual(splitMailLink(at('/login/?token=abc&mode=verifyEmail#jos')), {
    path: '/login/?mode=verifyEmail#jos',
    token: 'abc',
  });
});

test('any other address is left alone', () => {
  for (const path of [
    '/login',
    '/login?mode=resetPassword',
    '/login?token=abc',
    '/login#token=abc',
    '/login?mode=verifyEmail#jos',
    '/login?mode=x&token=abc',
    '/gallery?mode=verifyEmail&token=abc',
  ])
    assert.equal(splitMailLink(at(path)), null, path);
});
