/** Search key without diacritics: „Țeavă EȘAPAMENT” → „teava esapament”. */
export function foldDiacritics(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('ro');
}

/** Cedilla letters that keyboards and files still write become the right comma letters. */
export function withCommaLetters(text: string): string {
  return text.replace(/[şŞţŢ]/g, (letter) => ({ ş: 'ș', Ş: 'Ș', ţ: 'ț', Ţ: 'Ț' })[letter] ?? letter);
}
