import { killInLots } from './kill-in-lots.ts';

killInLots(500);
