import { Plus } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { serverNow } from '#web/api/server-clock.ts';
import { isUserPlanActive, usePlanReady, useUser } from '#web/session/use-user.ts';
import { rechargePath } from '#web/shared/credits/zero-credits.ts';
import { CreditText } from '#web/text/credit-text.tsx';
import { creditParts } from '#web/text/credit-words.ts';

/** The balance, live, and the way to more of it. It is soft while only this browser's memory knows it. */
export function CreditPill() {
  const user = useUser();
  const ready = usePlanReady();
  const { pathname } = useLocation();
  if (user === null) return null;
  const [figure, noun] = creditParts(user.credits.totalCredits);
  return (
    <div className="flex items-center gap-2 rounded-full border border-line bg-card py-1 pr-1 pl-3.5 text-sm font-medium whitespace-nowrap">
      <span
        aria-live="polite"
        aria-busy={!ready}
        className={ready ? undefined : 'text-ink-soft'}
        data-testid="credits"
      >
        <span className="font-mono font-bold">
          <CreditText>{figure}</CreditText>
        </span>
        <span className="max-[26rem]:sr-only"> {noun}</span>
      </span>
      <Link
        to={ready ? rechargePath(isUserPlanActive(user, new Date(serverNow())), pathname) : '/pricing'}
        aria-label="Încarcă credite"
        title="Încarcă credite"
        className="grid size-[min(2rem,13vw)] place-items-center rounded-full bg-signal text-signal-on"
      >
        <Plus aria-hidden size={18} strokeWidth={2.5} />
      </Link>
    </div>
  );
}
