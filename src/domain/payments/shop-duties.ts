/**
 * Items that every page of a shop has to show beside its seller: ANPC Order 449/2022 as changed by Order 270/2026, and NETOPIA's own list.
 */
export const SAL_URL = 'https://reclamatiisal.anpc.ro';
export const SAL_NAME = 'ANPC – Soluționarea alternativă a litigiilor (SAL)';
/** ANPC's picture, 250 × 50, where the operator has put its file. */
export const SAL_PICTURE_PATH = '/legal/sal-picture';
export const CARDS_LINE = 'Plăți cu cardul procesate de NETOPIA Payments · Visa · Mastercard';
/** Sentence in the terms and before an order is placed: OUG 34/2014 art. 6 (1) l). */
export const CONFORMITY =
  'Ai garanția legală de conformitate a serviciilor digitale: dacă ceva nu merge cum am spus, reparăm, iar dacă nu putem, ai dreptul la o reducere sau la banii înapoi.';
