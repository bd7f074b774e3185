import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstName, getInitials } from '#web/text/initials.ts';

test('the badge carries the first letters of the first and the last name', () => {
  assert.equal(getInitials('ștefan cel Țepeș', 'a@b.ro'), 'ȘȚ');
  assert.equal(getInitials('Ana', 'x@b.ro'), 'A');
  assert.equal(getInitials(null, 'ion@b.ro'), 'I');
  assert.equal(getInitials('  ', 'ion@b.ro'), 'I');
});

test('the greeting uses the first name', () => {
  assert.equal(firstName(' Ștefan Popa '), 'Ștefan');
  assert.equal(firstName(null), '');
});
