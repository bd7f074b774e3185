/**
 * Matches letters and signs that the invoices' font lacks (InstrumentSans, in all its weights). It has Latin ones, with the marks of
 * Europe's languages; anything else would come out as an empty box.
 */
const UNPRINTABLE =
  /(?![ -~\u00a0-\u00a3\u00a5\u00a7-\u00ab\u00ae-\u00b0\u00b4\u00b6-\u00b8\u00ba\u00bb\u00bf-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0161\u0164\u0165\u016a-\u017e\u01cd\u01ce\u0218-\u021b\u02c6\u02c7\u02d8-\u02dd\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\u2212]|[\u0300-\u0304\u0306-\u0308\u030a-\u030c\u0312\u0326-\u0328])./gsu;

/** Returns the text with letters that the font lacks in their plain form, where there is one: „ﬁ” as „fi”, „Ａ” as „A”. */
export function withPlainLetters(text: string): string {
  return text.replace(UNPRINTABLE, (letter) => letter.normalize('NFKC')).normalize('NFC');
}

/** True when an invoice can be written with the whole text. */
export function isPrintable(text: string): boolean {
  return text.search(UNPRINTABLE) === -1;
}
