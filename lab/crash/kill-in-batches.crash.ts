import { killInBatches } from './kill-in-batches.ts';

killInBatches(6);
