import { killInPayments } from './kill-in-payments.ts';

killInPayments(5);
