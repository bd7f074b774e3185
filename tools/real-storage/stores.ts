import { RADOSGW } from './radosgw.ts';
import type { StoreKind } from './real-store.ts';
import { SWIFT } from './swift.ts';

/** Two that differ where stores differ: in the order of their work, in what they check and in what they refuse. */
export const REAL_STORES: readonly StoreKind[] = [RADOSGW, SWIFT];
