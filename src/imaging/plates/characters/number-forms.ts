/** The forms of plates' numbers: in Europe two or three groups, of one to three letters or one to five digits in turn. */

/** The kinds a mark may be of, by shares of certainty; `none`: a seal, a hyphen, a coat of arms, a character that could not be read. */
export interface Sign {
  readonly digit: number;
  readonly letter: number;
  readonly none: number;
  /** Likelihood in words, of any kind. */
  readonly inWord: number;
}

/** Likelihood that a group has another character after so many; letters of two groups may follow one another with a seal between. */
const LETTER_GOES_ON = [0, 0.65, 0.4, 0.2, 0.35, 0.1];
const DIGIT_GOES_ON = [0, 0.8, 0.75, 0.45, 0.35, 0.15];
/** Likelihood that the number ends with its first, second, third, … group. */
const ENDS = [0.01, 0.45, 0.93, 1];
const ODD = 0.05;
const MISREAD = 0.004;

/** Returns the logarithm of the likelihood, for a row of marks from left to right; for a part of a number too. */
export function numberLikelihood(signs: readonly Sign[]): number {
  // Ways by group and length: those that end in letters, those that end in digits.
  let ways = new Map<string, number>(
    [
      ['L', 0.5],
      ['D', 0.5],
    ].map(([k, v]) => [`${k}00`, v as number]),
  );
  for (const { digit, letter, none } of signs) {
    const next = new Map<string, number>();
    const add = ({ kind, group, long }: { kind: string; group: number; long: number }, share: number) => {
      if (share <= 0) return;
      const key = `${kind}${group}${long}`;
      next.set(key, (next.get(key) ?? 0) + share);
    };
    const asLetter = letter / 26 + MISREAD;
    const asDigit = digit / 10 + MISREAD;
    for (const [key, share] of ways) {
      const [kind, group, long] = [key[0], Number(key[1]), Number(key[2])];
      add({ kind, group, long }, share * ODD * none);
      const goesOn = long === 0 ? 1 : ((kind === 'L' ? LETTER_GOES_ON : DIGIT_GOES_ON)[long] ?? 0);
      add({ kind, group, long: long + 1 }, share * goesOn * (kind === 'L' ? asLetter : asDigit));
      const turns = (1 - goesOn) * (1 - (ENDS[group] ?? 1));
      add(
        { kind: kind === 'L' ? 'D' : 'L', group: group + 1, long: 1 },
        share * turns * (kind === 'L' ? asDigit : asLetter),
      );
    }
    ways = next;
  }
  let sum = 0;
  for (const [key, share] of ways) sum += share * (ENDS[Number(key[1])] ?? 1);
  sum += MERCOSUL_SHARE * likelihoodAs(MERCOSUL, signs);
  return Math.log(sum + 1e-30);
}

/** South America's form: its groups are so short and so many that the chain above makes them rarer than they are. */
const MERCOSUL = 'LLLDLDD';
const MERCOSUL_SHARE = 0.02;

function likelihoodAs(form: string, signs: readonly Sign[]): number {
  if (signs.length !== form.length) return 0;
  return signs.reduce(
    (product, { letter, digit }, n) =>
      product * (form[n] === 'L' ? letter / 26 + MISREAD : digit / 10 + MISREAD),
    1,
  );
}

/** Likelihood that a word or a figure goes on after a character. */
const STAYS = 0.85;

/** Returns the same for any text: figures of any length and words, letters as often as in words. */
export function textLikelihood(signs: readonly Sign[]): number {
  let [word, figure] = [0.5, 0.5];
  for (const { digit, none, inWord } of signs) {
    const asDigit = 0.1 * digit + ODD * none + MISREAD / 4;
    [word, figure] = [
      (STAYS * word + (1 - STAYS) * figure) * inWord,
      (STAYS * figure + (1 - STAYS) * word) * asDigit,
    ];
  }
  return Math.log(word + figure + 1e-30);
}
