/** Characters of a number; migration 0102 has the same. None is taken for another, and their number is a prime. */
const LETTERS = '23456789ACDEFGHJKMNPRTX';
const LENGTH = 10;
/** Letters that people read where one of ours stands. */
const READ_AS: Readonly<Record<string, string>> = { B: '8', S: '5', Z: '2' };

/** Returns „K7M3P-9XRT4” for a stored number: as people see, print and say it. */
export function formatOrderNumber(number: string): string {
  return `${number.slice(0, LENGTH / 2)}-${number.slice(LENGTH / 2)}`;
}

/** Returns a typed order number as it is stored; null for any text whose check character does not fit. */
export function readOrderNumber(text: string): string | null {
  const number = text
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replace(/[BSZ]/g, (letter) => READ_AS[letter] ?? letter);
  if (number.length !== LENGTH) return null;
  const values = Array.from(number, (letter) => LETTERS.indexOf(letter));
  if (values.includes(-1)) return null;
  const sum = values.reduce((total, value, i) => total + value * (i === LENGTH - 1 ? 1 : i + 2), 0);
  return sum % LETTERS.length === 0 ? number : null;
}
