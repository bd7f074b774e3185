import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, errorAsSentence, errorMessage } from '#web/api/api-error.ts';

test('a toast says the response message first', () => {
  const response = { message: 'Nu am găsit lotul.', statusText: 'Not Found' };
  assert.equal(errorMessage({ response, code: 'x', message: 'y' }), 'Nu am găsit lotul.');
});

test('without a message the toast says the status text', () => {
  assert.equal(errorMessage({ response: { statusText: 'Bad Gateway' }, code: 'x' }), 'Bad Gateway');
});

test('without a response the toast says code, message and details', () => {
  const error = { code: 'batches/empty', message: 'gol', details: { limit: 20 } };
  assert.equal(errorMessage(error), 'batches/empty – gol – {"limit":20}');
  assert.equal(errorMessage(new Error('gol')), 'gol');
});

test('an error that says nothing becomes the default toast', () => {
  for (const error of [null, undefined, {}, '', new Error(''), { response: { message: ' ' }, details: {} }]) {
    assert.equal(errorMessage(error), 'A apărut o eroare. Încearcă din nou.');
  }
});

test('an ApiError carries code, details and status beside its sentence', () => {
  const error = new ApiError('credits/not-enough', 'Nu ai destule credite.', {
    details: { cost: 2 },
    status: 409,
  });
  assert.equal(errorMessage(error), 'Nu ai destule credite.');
  assert.deepEqual([error.code, error.details, error.status], ['credits/not-enough', { cost: 2 }, 409]);
});

test('on a page every message ends as a sentence does', () => {
  const unanswered = new ApiError('x', 'Eroare de rețea. Verifică conexiunea la internet');
  assert.equal(errorAsSentence(unanswered), 'Eroare de rețea. Verifică conexiunea la internet.');
  for (const sentence of ['Nu am găsit lotul.', 'Pagina se deschide…'])
    assert.equal(errorAsSentence(new ApiError('x', sentence)), sentence);
});
