import { outages } from './outages.ts';

outages({ bucketMs: 0, databaseMs: 0, waitsForLeases: false });
