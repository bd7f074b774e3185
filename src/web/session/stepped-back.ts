import { currentUser } from '#web/session/auth.ts';

/** The account and its balance when its owner asked for the money of a purchase back; the next change of the balance is its credits going. */
interface SteppedBack {
  readonly uid: string;
  readonly balance: number;
}

let noted: SteppedBack | null = null;

export function noteSteppedBack(): void {
  const user = currentUser();
  if (user) noted = { uid: user.uid, balance: user.credits.totalCredits };
}

/** Nothing came of it. */
export function forgetSteppedBack(): void {
  noted = null;
}

/** Whether `balance` is what that left. Another change after it is none of it. */
export function leftBySteppingBack(uid: string, balance: number): boolean {
  if (noted === null || noted.uid !== uid || noted.balance === balance) return false;
  noted = null;
  return true;
}
