/** Factor on all waiting times: the runner says how slow the machine is. */
export const PATIENCE = Number(process.env.TEST_PATIENCE ?? 1);

/** Journeys of a run that may pass at their second try only; a slow machine loses more races. */
export const FORGIVEN = process.env.TEST_SLOW_MACHINE ? 3 : 1;
