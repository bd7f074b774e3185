import { doesNotMatch, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { getRowWords, getRuleSentence } from '#domain/language/integrity-words.ts';
import { FILE_RULES } from '#server/admin/verify/verify.ts';
import { CHECKS } from '#server/admin/verify/verify-checks-view.ts';

test('every rule of the books and files is a Romanian sentence of its own for admins', () => {
  const rules = [...Object.keys(CHECKS), ...Object.values(FILE_RULES)];
  const sentences = rules.map(getRuleSentence);
  for (const [i, sentence] of sentences.entries()) {
    match(sentence, /^\p{Lu}.+\.$/u, rules[i]);
    doesNotMatch(sentence, /\b(the|is|has|its|and|of)\b|[şţ]/, rules[i]);
  }
  equal(new Set(sentences).size, rules.length);
});

test('a rule that only another version knows is shown by its name', () => {
  equal(getRuleSentence('a rule of tomorrow'), 'a rule of tomorrow');
});

test('a problem of a file is a Romanian sentence, and an id stays as it is', () => {
  equal(getRowWords('originals/img_1 is missing'), 'originals/img_1 lipsește');
  equal(getRowWords('originals/img_1 has changed'), 'originals/img_1 s-a schimbat');
  equal(getRowWords('originals/img_1 has 5 bytes instead of 7'), 'originals/img_1 are 5 octeți în loc de 7');
  equal(getRowWords('usr_1:7'), 'usr_1:7');
});
