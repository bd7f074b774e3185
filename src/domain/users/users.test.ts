import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { normaliseEmail, signupBonusEmails } from '#domain/users/email.ts';
import { passwordProblem } from '#domain/users/password.ts';
import { isAdmin } from '#domain/users/user-document.ts';

test('an address is kept in lower case and signup bonuses are counted without +tag', () => {
  equal(normaliseEmail('  Ion.Pop+Anunturi@Exemplu.RO '), 'ion.pop+anunturi@exemplu.ro');
  deepEqual(signupBonusEmails('ion.pop+anunturi@exemplu.ro'), ['ion.pop@exemplu.ro']);
  for (const same of ['ion.pop@gmail.com', 'i.o.n.pop+x@googlemail.com', 'ionpop@gmail.com'])
    equal(signupBonusEmails(same)[0], 'ionpop@gmail.com');
  deepEqual(signupBonusEmails('i.p@gmail.com'), ['ip@gmail.com', 'i.p@gmail.com']);
  deepEqual(signupBonusEmails('ion.pop@mail.gmail.com'), ['ion.pop@mail.gmail.com']);
  for (const wrong of [
    '',
    'ion',
    'ion@',
    '@x.ro',
    'a b@x.ro',
    'ion@x',
    'ion@x..ro',
    `${'a'.repeat(250)}@x.ro`,
  ])
    equal(normaliseEmail(wrong), null, wrong);
});

test('one mailbox is one address, however its letters are written', () => {
  const same = [
    'ana@exemplu.ro',
    'a\u200bna@exemplu.ro',
    'ana\u00ad@exem\u2060plu.ro',
    '\ufeffana@exemplu.ro\u200b ',
    'ana\ufe0f@exemplu\u3164.ro',
    '\uff41\uff4e\uff41\uff20\uff45xemplu\uff0ero',
    'ana@exemplu\u3002ro',
    '𝐚na@EXEMPLU.ro',
  ];
  for (const written of same) equal(normaliseEmail(written), 'ana@exemplu.ro', JSON.stringify(written));
  for (const written of [
    'ana@bücher.ro',
    'ana@BU\u0308CHER.ro',
    'ana@xn--bcher-kva.ro',
    'ana@XN--BCHER-KVA.RO',
  ])
    equal(normaliseEmail(written), 'ana@xn--bcher-kva.ro', written);
  equal(normaliseEmail('ștefan+x@țară.ro'), normaliseEmail('s\u0326tefan+x@t\u0326ara\u0306.ro'));
  deepEqual(signupBonusEmails(normaliseEmail('ana\uff0bcadou@exemplu.ro') ?? ''), ['ana@exemplu.ro']);
  for (const wrong of [
    'ana@1.2',
    'ana@127.0.0.1',
    'ana@0x7f.1',
    'ana@ex%61mplu.ro',
    'ana@a_b.ro',
    '\u200b@exemplu.ro',
    'a\u0001na@exemplu.ro',
    'ana\u007f@exemplu.ro',
    'ana@exemplu.ro/x',
  ])
    equal(normaliseEmail(wrong), null, wrong);
  for (const right of same) {
    const once = normaliseEmail(right) ?? '';
    equal(normaliseEmail(once), once);
  }
});

test('passwords have 10–128 characters and are not the commonest', () => {
  equal(passwordProblem('scurta'), 'auth/weak-password');
  equal(passwordProblem('x'.repeat(129)), 'auth/password-too-long');
  for (const common of [
    '1234567890',
    'parola1234',
    'Password123!',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'qwertyuiop',
    'hello12345',
    '123456789a',
    'aa12345678',
    'Ｐassword12345',
  ])
    equal(passwordProblem(common), 'auth/common-password', common);
  equal(passwordProblem('drumul spre Cluj'), null);
  equal(passwordProblem('struguri 123'), null);
  equal(passwordProblem('țuică de prune'), null);
});

test('admin is true if the admin claim is true or the role claim is admin', () => {
  equal(isAdmin({ admin: true }), true);
  equal(isAdmin({ role: 'admin' }), true);
  equal(isAdmin({ admin: false, role: 'user' }), false);
});
