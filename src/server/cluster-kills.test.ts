import { kills } from '#testing/faults/kills.ts';

kills({ rounds: 2, awayMs: 1_000, seed: 4 });
