import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { type Admission, decideAdmission } from '#domain/users/google.ts';

const rows: [account: 'none' | 'verified' | 'unverified', isAuthoritative: boolean, Admission][] = [
  ['none', true, 'open'],
  ['none', false, 'open'],
  ['verified', true, 'link'],
  ['unverified', true, 'take-over'],
  ['verified', false, 'ask-password'],
  ['unverified', false, 'verify-first'],
];

test('verified locally and Google authoritative: linked; unverified: the Google owner gets the account; else the password or a link first', () => {
  for (const [account, isAuthoritative, expected] of rows)
    equal(
      decideAdmission({ isKnown: false, isAuthoritative, account }),
      expected,
      `${account} ${isAuthoritative}`,
    );
});

test('a known identity signs in, whatever Google says of its address', () => {
  for (const [account, isAuthoritative] of rows)
    equal(decideAdmission({ isKnown: true, isAuthoritative, account }), 'sign-in');
});

test('a deleted account never signs in', () => {
  for (const isKnown of [true, false])
    equal(decideAdmission({ isKnown, isAuthoritative: true, account: 'deleted' }), 'refuse');
});
