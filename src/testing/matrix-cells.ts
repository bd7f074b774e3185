import type { ErrorCode } from '#domain/errors.ts';
import { PERSONAS, type Persona, type World } from '#testing/personas.ts';

/** What somebody gets: a status; a refusal by its code; or 200 about nothing, with nothing touched. */
export type Cell = number | ErrorCode | 'untouched';
export type Cells = Readonly<Record<Persona, Cell>>;

/** What is sent: about these things, by whoever has this address. */
export type Body = (world: World, email: string) => unknown;
export type Rows = Readonly<Record<string, readonly [Cells, Body?]>>;

const NO_SESSION = {
  anonymous: 'auth/session-required',
  deleted: 'auth/session-required',
  ended: 'auth/session-required',
} as const;
/** About nobody in particular. */
export const open = (cell: Cell): Cells => Object.fromEntries(PERSONAS.map((who) => [who, cell])) as Cells;
/** About whoever is signed in. */
export const self = (cell: Cell = 200): Cells => ({ ...open(cell), ...NO_SESSION });
/** About things of the owner: to everybody else, admins too, as if they did not exist. */
export const owned = (others: Cell, owner: Cell = 200): Cells => ({ ...self(others), owner });
/** By what the database says of them now, not by what they were when they signed in. */
export const admins = (cell: Cell = 200): Cells => ({ ...self('auth/admin-required'), admin: cell });
