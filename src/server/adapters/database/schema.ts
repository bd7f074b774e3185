import type { ColumnType } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { DB as GeneratedTables } from './generated-tables.ts';

/** The tables after the newest migration, their columns as narrow as the code knows them. */
export interface DB extends NarrowTables<GeneratedTables, ColumnTypes> {}

/** `Known` may name only existing tables and columns; others are type errors. */
type NarrowTables<Tables, Known extends Named<Tables, Known>> = {
  [T in keyof Tables]: T extends keyof Known ? NarrowColumns<Tables[T], Known[T]> : Tables[T];
};

type Named<Tables, Known> = {
  [T in keyof Known]: T extends keyof Tables
    ? { [C in keyof Known[T]]: C extends keyof Tables[T] ? unknown : never }
    : never;
};

type NarrowColumns<Columns, Known> = {
  [C in keyof Columns]: C extends keyof Known ? Narrow<Columns[C], Known[C]> : Columns[C];
};

/**
 * A column whose values are known to be `Value`. The database still decides whether it may be null or left out, and that JSON is written as
 * text. A `Value` that is a ColumnType is taken as it is.
 */
type Narrow<Column, Value> = [Value] extends [ColumnType<unknown, unknown, unknown>]
  ? Value
  : Column extends ColumnType<infer Read, infer Insert, infer Update>
    ? unknown extends Read
      ? ColumnType<Value, Insert, Update>
      : ColumnType<Replace<Read, Value>, Replace<Insert, Value>, Replace<Update, Value>>
    : Replace<Column, Value>;

type Replace<Type, Value> = Type extends null | undefined ? Type : Value;
