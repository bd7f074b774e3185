import { type GoogleOutcome, googleStart } from '#contract/auth.ts';
import type { GooglePurpose } from '#domain/users/google.ts';
import { routeUrl } from '#web/api/call.ts';
import {
  browserPopup,
  goToGoogle,
  isIosWebKit,
  needsRedirect,
  waitForPopup,
} from '#web/session/google/google.ts';

/**
 * Goes through Google and returns how that ended; null when the page leaves. On iOS WebKit it is a redirect; elsewhere a popup, and the
 * redirect if that is blocked, closed or cancelled.
 */
export async function goThroughGoogle(
  redirect: string | null,
  purpose: GooglePurpose = 'sign-in',
): Promise<GoogleOutcome | null> {
  const urlOf = (mode: 'popup' | 'redirect') =>
    routeUrl(googleStart, { query: { mode, purpose, ...(redirect === null ? {} : { redirect }) } });
  const end = isIosWebKit(navigator) ? 'blocked' : await waitForPopup(browserPopup(urlOf('popup')));
  // A signed-in user who closes the window has changed their mind.
  if (purpose !== 'sign-in' && (end === 'closed' || end === 'cancelled')) return 'cancelled';
  if (!needsRedirect(end)) return end;
  goToGoogle(urlOf('redirect'), purpose);
  return null;
}
