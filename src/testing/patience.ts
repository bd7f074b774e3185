/** How many times longer than usual to wait for what must come: the runner says how slow the machine is. */
export const PATIENCE = Number(process.env.TEST_PATIENCE ?? 1);
