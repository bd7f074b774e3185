import { listenToSession } from '#web/session/auth.ts';
import { clearCarried } from '#web/shared/browser-storage/carried.ts';
import { followSignIns, keepEarlierSignIn } from '#web/shared/browser-storage/earlier-sign-in.ts';
import { keepNotices } from '#web/shared/browser-storage/notices.ts';
import { keepShrinking } from '#web/shared/browser-storage/shrink-choice.ts';
import { keepTheme } from '#web/shared/browser-storage/theme.ts';
import { deleteAllUnsentEdits } from '#web/shared/browser-storage/unsent-edits.ts';
import { keepChoice, offerStatistics } from '#web/shared/consent/consent.ts';
import { keepShown, rememberShown } from '#web/shared/credits/zero-credits-marker.ts';
import { cardPayments } from '#web/shared/payments/card-payments.ts';

/** Plugs the parts into the session that come and go with it: the server's offers, the user's own data, the browser's own data. */
export function followSession(): void {
  followSignIns();
  rememberShown();
  listenToSession({
    onRead({ analytics, payments }) {
      offerStatistics(analytics);
      cardPayments.write(payments);
    },
    onEnd() {
      clearCarried();
      deleteAllUnsentEdits();
    },
    onEmptied() {
      keepChoice();
      keepTheme();
      keepEarlierSignIn();
      keepNotices();
      keepShrinking();
      keepShown();
    },
  });
}
