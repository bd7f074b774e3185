import type { ErrorCode } from '#domain/errors.ts';
import type { Right } from '#domain/users/rights.ts';
import { PERSONAS, type Persona, type World } from '#testing/matrix/personas.ts';

/** The expected reply: a status; a refusal's code; or 200 that names and changes nothing. */
export type Cell = number | ErrorCode | 'untouched';
export type Cells = Readonly<Record<Persona, Cell>>;

/** Returns the body to send about these things, by the account with this address. */
export type Body = (world: World, email: string) => unknown;
export type Rows = Readonly<Record<string, readonly [Cells, Body?]>>;

const NO_SESSION = {
  anonymous: 'auth/session-required',
  deleted: 'auth/session-required',
  ended: 'auth/session-required',
  phone: 'auth/session-required',
  results: 'auth/session-required',
  readKey: 'auth/session-required',
  workKey: 'auth/session-required',
} as const;
/** Open to all: the same for every persona. */
export const expectForAll = (cell: Cell): Cells =>
  Object.fromEntries(PERSONAS.map((who) => [who, cell])) as Cells;
/** For the signed-in account itself. */
export const expectForUser = (cell: Cell = 200): Cells => ({ ...expectForAll(cell), ...NO_SESSION });
/** For things of the owner: all others, admins too, get the reply for things that do not exist. */
export const expectForOwner = (others: Cell, owner: Cell = 200): Cells => ({
  ...expectForUser(others),
  owner,
});
/** For the phone alone: not even the owner's session adds photos as one. */
export const expectForPhone = (cell: Cell): Cells => ({
  ...expectForAll('batches/phone-link-over'),
  phone: cell,
});
/** For the phone that reads results alone. */
export const expectForResults = (cell: Cell): Cells => ({
  ...expectForAll('batches/phone-link-over'),
  results: cell,
});
/** For programs with a key of the owner: one that works, or any. */
export const expectForKeys = (worker: Cell, reader: Cell = worker): Cells => ({
  ...expectForAll('auth/key-required'),
  readKey: reader,
  workKey: worker,
});
/** By what the database says of them now, not by what they were when they signed in. */
export const expectForAdmin = (cell: Cell = 200): Cells => ({
  ...expectForUser('auth/admin-required'),
  admin: cell,
});
/** For admins and for holders of one narrow right. */
export const expectForRight = (right: Right, cell: Cell = 200): Cells => ({
  ...expectForAdmin(cell),
  [right]: cell,
});
