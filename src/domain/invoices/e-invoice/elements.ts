import { xmlText } from './xml-text.ts';

/** Amounts and quantities of the document, with two decimals and a point. */
function formatDecimalLei(bani: number): string {
  const digits = String(Math.abs(bani)).padStart(3, '0');
  return `${bani < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** An element that holds text, at most so many letters of it. */
export function textElement(name: string, text: string, mostLetters = 200): string {
  return `<cbc:${name}>${xmlText(text, mostLetters)}</cbc:${name}>`;
}

/** An amount in lei. */
export function amountElement(name: string, bani: number): string {
  return `<cbc:${name} currencyID="RON">${formatDecimalLei(bani)}</cbc:${name}>`;
}

/** An element that holds others; null stands for one that is not there. */
export function buildAggregate(name: string, ...children: readonly (string | null)[]): string {
  return `<cac:${name}>${children.filter((child) => child !== null).join('')}</cac:${name}>`;
}
