import type { Faults } from './faults.ts';
import type { Media } from './media.ts';
import type { Product } from './products.ts';

/** A call as it came, without its key. */
interface Call {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: string;
  /** Where the key stood. */
  readonly key: 'header' | 'query' | 'none';
}

/** A key as its owner made it. */
export interface Key {
  readonly key: string;
  readonly secret: string;
  readonly permissions: 'read' | 'write' | 'read_write';
  /** manager: may edit all products. vendor: those of its own (presupus: a marketplace plugin). customer: may not even list. */
  readonly role: 'manager' | 'vendor' | 'customer';
}

/** Everything that the shop is. */
export interface Shop {
  readonly url: string;
  readonly keys: Key[];
  readonly products: Product[];
  readonly media: Media;
  readonly calls: Call[];
  faults: Faults;
  /** Changes since the faults were set. */
  changes: number;
}
