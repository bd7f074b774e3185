import { describeKills } from './kills.ts';

describeKills({ rounds: 20, awayMs: 10_000, seed: 20 });
