import type pg from 'pg';
import { ImpatientClient } from './hung-up.ts';

/** Times a text comes before it is worth a place in every connection's memory. */
const OFTEN = 5;
const MOST_NAMES = 300;
const MOST_COUNTED = 3000;
const CHANGED_UNDER_IT = '0A000';
/** `in ($1, $2)`, `values (…), (…)`: as many texts as there are lengths. */
const LIST_IN_TEXT = /\bin \(\$\d+,|\), \(\$\d/i;

/** Names of the statements that come often, on all connections of the process. */
const names = new Map<string, string>();
const counts = new Map<string, number>();
let given = 0;

function assignStatementName(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || names.size >= MOST_NAMES) return name;
  const count = (counts.get(text) ?? 0) + 1;
  if (count < OFTEN) {
    if (counts.size >= MOST_COUNTED) counts.clear();
    return void counts.set(text, count);
  }
  counts.delete(text);
  if (LIST_IN_TEXT.test(text)) return undefined;
  given += 1;
  names.set(text, `often_${given}`);
  return names.get(text);
}

/**
 * A connection that has PostgreSQL parse and plan a statement once if it comes often. PostgreSQL still plans anew as long as that
 * promises to be cheaper; where the parameters decide and its guess is bad, `set local plan_cache_mode = force_custom_plan` says so.
 */
export class PreparingClient extends ImpatientClient {
  // biome-ignore lint/suspicious/noExplicitAny: the seven forms of pg's own
  override query(...asked: any[]): any {
    const [text, values] = asked;
    const isPlain =
      asked.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = isPlain ? assignStatementName(text) : undefined;
    const ask = super.query as (...asked: unknown[]) => unknown;
    if (name === undefined) return ask.apply(this, asked);
    return (ask.call(this, { name, text, values }) as Promise<unknown>).catch((error: pg.DatabaseError) => {
      // „cached plan must not change result type”: its table has another column now. What comes next is parsed anew.
      if (error.code === CHANGED_UNDER_IT) names.delete(text);
      throw error;
    });
  }
}
