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

test('a verified account is linked where Google runs its mailbox, an unverified one goes to the Google owner; else the password or a link comes first', () => {
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
