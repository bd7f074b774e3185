import { outages } from './outages.ts';

outages({ bucketMs: 180_000, databaseMs: 60_000, waitsForLeases: true });
