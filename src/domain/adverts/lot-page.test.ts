import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { readPhone } from './lot-page.ts';

test('a phone number is read as it is written here, with or without the country', () => {
  for (const text of [
    '0722 000 111',
    '0722.000.111',
    '+40 722 000 111',
    '0040722000111',
    '(0722) 000-111',
    '+40 0722 000 111',
  ])
    equal(readPhone(text), '40722000111', text);
  equal(readPhone('+373 69 123 456'), '37369123456');
  for (const text of ['', '123', 'sună-mă', '0722 000 111 sau 112 (seara)', '+', '0'.repeat(30)])
    equal(readPhone(text), null, text);
});
