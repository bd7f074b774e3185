import { kills } from '#testing/faults/kills.ts';

kills({ rounds: 4, awayMs: 2_000, seed: 4 });
