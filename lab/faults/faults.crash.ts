import { faults } from './faults.ts';

faults(1, 2000);
