import { describeOutages } from './outages.ts';

describeOutages({ bucketMs: 0, databaseMs: 0, waitsForLeases: false });
