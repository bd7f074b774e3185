import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#web/api/api-error.ts';
import { authProblem, problemBeforeSending } from '#web/features/auth/auth-errors.ts';

const SPECIFIED: readonly (readonly [string, string])[] = [
  ['auth/invalid-credential', 'Email sau parolă incorecte'],
  ['auth/wrong-password', 'Email sau parolă incorecte'],
  ['auth/user-not-found', 'Nu există un cont cu acest email'],
  ['auth/too-many-requests', 'Prea multe încercări. Încearcă din nou mai târziu'],
  ['auth/network-request-failed', 'Eroare de rețea. Verifică conexiunea la internet'],
];

for (const [code, text] of SPECIFIED) {
  test(`${code} is said as „${text}”`, () => assert.equal(authProblem({ code, message: 'x' }).text, text));
}

test('anything else says its own message, or that the error is unknown', () => {
  assert.equal(
    authProblem({ code: 'http/unavailable', message: 'Serverul se pregătește.' }).text,
    'Serverul se pregătește.',
  );
  assert.equal(authProblem({ code: 'x' }).text, 'Eroare necunoscută de autentificare');
  assert.equal(authProblem(null).text, 'Eroare necunoscută de autentificare');
  assert.equal(authProblem(new Error('Bad Gateway')).text, 'Bad Gateway');
  assert.equal(
    authProblem(new ApiError('http/502', 'Eroare necunoscută', {}, 502)).text,
    'Eroare necunoscută de autentificare',
  );
});

test('a refusal stands under the field it is about', () => {
  assert.equal(authProblem({ code: 'auth/email-already-in-use' }).field, 'email');
  assert.equal(authProblem({ code: 'auth/wrong-password' }).field, 'password');
  assert.equal(authProblem({ code: 'auth/too-many-requests' }).field, null);
});

test('certain problems are shown before asking the server', () => {
  assert.deepEqual(problemBeforeSending('login', { email: ' ', password: 'x' }), {
    field: 'email',
    text: 'Scrie adresa de email.',
  });
  assert.equal(problemBeforeSending('login', { email: 'ana', password: 'x' })?.field, 'email');
  assert.equal(problemBeforeSending('login', { email: 'ana@b.ro', password: '' })?.field, 'password');
  assert.equal(problemBeforeSending('login', { email: 'ana@b.ro', password: 'scurt' }), null);
  assert.match(
    problemBeforeSending('register', { email: 'ana@b.ro', password: 'scurt' })?.text ?? '',
    /cel puțin 10 caractere/,
  );
  assert.equal(problemBeforeSending('register', { email: 'ana@b.ro', password: 'muscata-rosie-12' }), null);
});
