/** Factor on all waiting times: the runner says how slow the machine is. */
export const PATIENCE = Number(process.env.TEST_PATIENCE ?? 1);
