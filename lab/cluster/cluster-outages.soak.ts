import { describeOutages } from './outages.ts';

describeOutages({ bucketMs: 180_000, databaseMs: 60_000, waitsForLeases: true });
