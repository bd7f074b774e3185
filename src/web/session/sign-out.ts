import { logout, logoutEverywhere } from '#contract/auth.ts';
import { call } from '#web/api/call.ts';
import { signedOut } from '#web/session/auth.ts';
import { notifyOtherTabs } from '#web/session/other-tabs.ts';

/** Ends the session on the server first: without its answer the cookie would still be good. Throws ApiError. */
export function signOut(): Promise<void> {
  return signOutWith(logout);
}

/** The same on every device. */
export function signOutEverywhere(): Promise<void> {
  return signOutWith(logoutEverywhere);
}

async function signOutWith(route: typeof logout | typeof logoutEverywhere): Promise<void> {
  await call(route, {});
  await signedOut();
  notifyOtherTabs('out');
}
