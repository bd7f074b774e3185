import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#web/api/api-error.ts';
import { type AuthMode, authProblem, problemsBeforeSending } from '#web/features/auth/auth-errors.ts';

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

test('any other error says its own message, or that it is unknown', () => {
  assert.equal(
    authProblem({ code: 'http/unavailable', message: 'Serverul se pregătește.' }).text,
    'Serverul se pregătește.',
  );
  assert.equal(authProblem({ code: 'x' }).text, 'Eroare necunoscută de autentificare');
  assert.equal(authProblem(null).text, 'Eroare necunoscută de autentificare');
  assert.equal(authProblem(new Error('Bad Gateway')).text, 'Bad Gateway');
  assert.equal(
    authProblem(new ApiError('http/502', 'Eroare necunoscută', { details: {}, status: 502 })).text,
    'Eroare necunoscută de autentificare',
  );
});

test('a refusal stands under the field it is about', () => {
  assert.equal(authProblem({ code: 'auth/email-already-in-use' }).field, 'email');
  assert.equal(authProblem({ code: 'auth/wrong-password' }).field, 'password');
  assert.equal(authProblem({ code: 'auth/too-many-requests' }).field, null);
});

test('certain problems are shown before asking the server, those of both fields at once', () => {
  const found = (mode: AuthMode, email: string, password: string) =>
    problemsBeforeSending(mode, { email, password }).map(({ field, text }) => [field, text]);
  const SHORT = 'Parola trebuie să aibă cel puțin 10 caractere.';
  assert.deepEqual(found('login', ' ', 'x'), [['email', 'Scrie adresa de email.']]);
  assert.deepEqual(found('login', 'ana', 'x'), [['email', 'Adresa de email nu este scrisă corect.']]);
  assert.deepEqual(found('login', 'ana@b.ro', ''), [['password', 'Scrie parola contului.']]);
  assert.deepEqual(found('login', 'ana@b.ro', 'scurt'), []);
  assert.deepEqual(found('register', 'ana@b.ro', 'scurt'), [['password', SHORT]]);
  assert.deepEqual(found('register', 'ana', 'scurt'), [
    ['email', 'Adresa de email nu este scrisă corect.'],
    ['password', SHORT],
  ]);
  assert.deepEqual(found('register', 'ana@b.ro', 'muscata-rosie-12'), []);
});
