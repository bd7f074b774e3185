import { faults } from './faults.ts';

faults(10, 12_000);
