import type { ColumnType } from 'kysely';

export type InstantColumn = ColumnType<Date, Date | string, Date | string>;
/** The database has a value where none is given. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** Read as it was written; written as text. */
export type Json<T> = ColumnType<T, string, string>;
/** The database makes it from other columns. */
export type Computed<T> = ColumnType<T, never, never>;
