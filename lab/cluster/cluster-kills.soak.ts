import { kills } from './kills.ts';

kills({ rounds: 20, awayMs: 10_000, seed: 20 });
