import type { Advert } from './adverts.ts';
import type { Faults } from './faults.ts';
import type { Pictures } from './pictures.ts';
import type { Application, Tokens } from './tokens.ts';

/** A call as it came, without its token. */
interface Call {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

/** Everything that the portal is. */
export interface Portal {
  readonly url: string;
  readonly application: Application;
  readonly tokens: Tokens;
  readonly adverts: Advert[];
  readonly pictures: Pictures;
  readonly calls: Call[];
  faults: Faults;
  /** Milliseconds by which its clock is ahead. */
  ahead: number;
}

export function getNow({ ahead }: Pick<Portal, 'ahead'>): number {
  return Date.now() + ahead;
}
