import { currentUser } from '#web/session/auth.ts';

/** The account and its balance when its owner withdrew from a purchase; the next change of the balance is the loss of its credits. */
export interface SteppedBack {
  readonly uid: string;
  readonly balance: number;
}

let noted: SteppedBack | null = null;

/** Notes it in this tab. Null when it was not done. */
export function noteSteppedBack(next: SteppedBack | null): void {
  noted = next;
}

/** Returns the signed-in user's id and balance; null when signed out. */
export function aboutToStepBack(): SteppedBack | null {
  const user = currentUser();
  return user && { uid: user.uid, balance: user.credits.totalCredits };
}

/** True for the first balance that differs from the noted one: the withdrawal left it. Later changes do not count. */
export function leftBySteppingBack(uid: string, balance: number): boolean {
  if (noted === null || noted.uid !== uid || noted.balance === balance) return false;
  noted = null;
  return true;
}
