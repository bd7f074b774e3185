import { logout } from '#contract/auth.ts';
import { call } from '#web/api/call.ts';
import { signedOut } from '#web/session/auth.ts';
import { tellOtherTabs } from '#web/session/other-tabs.ts';

/** Ends the session on the server first: without its answer the cookie would still be good. Throws ApiError. */
export async function signOut(): Promise<void> {
  await call(logout, {});
  await signedOut();
  tellOtherTabs('out');
}
