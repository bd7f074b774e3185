import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatOrderNumber, readOrderNumber } from './order-number.ts';

const LETTERS = '23456789ACDEFGHJKMNPRTX';
/** Its check character by hand: 2·0 + 3·1 + 4·2 + … + 10·8 = 276 = 12 · 23, so that the last value is 0. */
const NUMBER = '23456789A2';

describe('the number of an order', () => {
  it('is said in two groups, and read as people write it', () => {
    equal(formatOrderNumber(NUMBER), '23456-789A2');
    for (const written of ['23456-789A2', '23456789a2', ' 23456 789 a2 ', '23-45-67-89-A2'])
      equal(readOrderNumber(written), NUMBER, written);
  });

  it('is read where a person took one of its characters for a letter that it does not have', () => {
    for (const written of ['Z3456-789A2', '234S6-789A2', 'z34s6-7b9a2'])
      equal(readOrderNumber(written.replace('7b9', '789')), NUMBER, written);
    equal(readOrderNumber('23456-7B9A2'), NUMBER);
  });

  it('notices every wrong character and every two that are swapped', () => {
    const wrong: string[] = [];
    for (let i = 0; i < NUMBER.length; i++) {
      for (const letter of LETTERS)
        if (letter !== NUMBER[i]) wrong.push(NUMBER.slice(0, i) + letter + NUMBER.slice(i + 1));
      for (let j = i + 1; j < NUMBER.length; j++) {
        const swapped = [...NUMBER];
        [swapped[i], swapped[j]] = [NUMBER[j] ?? '', NUMBER[i] ?? ''];
        if (NUMBER[i] !== NUMBER[j]) wrong.push(swapped.join(''));
      }
    }
    equal(wrong.length, 10 * 22 + 44);
    deepEqual(
      wrong.filter((each) => readOrderNumber(each) !== null),
      [],
    );
  });

  it('is no other text: too short, too long, with a character that it never has', () => {
    for (const other of [
      '',
      '23456-789A',
      '23456-789A22',
      '03456-789A2',
      'FTL0001',
      'ord_abc',
      '23456—789A2',
    ])
      equal(readOrderNumber(other), null, other);
  });
});
