import type { Advert, Photos } from './adverts.ts';
import type { Faults } from './faults.ts';
import type { Pictures } from './pictures.ts';
import type { Client, Tokens } from './tokens.ts';

/** A call as it came, without its token; of a sign-in no body is kept. */
interface Call {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly agent: string;
  readonly body: string;
}

interface Collection {
  readonly dealerId: number;
  photos: Photos;
}

/** Everything that the site is. */
export interface Portal {
  readonly url: string;
  readonly client: Client;
  readonly tokens: Tokens;
  readonly adverts: Advert[];
  readonly collections: Map<string, Collection>;
  readonly pictures: Pictures;
  readonly calls: Call[];
  faults: Faults;
  /** Milliseconds by which its clock is ahead. */
  ahead: number;
}

export function getNow({ ahead }: Pick<Portal, 'ahead'>): number {
  return Date.now() + ahead;
}
