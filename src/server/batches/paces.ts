/** Limits that a person's pages and programs share. */
export const LOTS_MADE = { hits: 120, seconds: 600 };
export const STARTS = { hits: 60, seconds: 60 };
