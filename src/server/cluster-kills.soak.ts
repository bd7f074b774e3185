import { kills } from '#testing/faults/kills.ts';

kills({ rounds: 20, awayMs: 10_000, seed: 20 });
