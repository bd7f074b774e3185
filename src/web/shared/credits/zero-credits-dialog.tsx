import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router';
import type { UserDocument } from '#contract/users.ts';
import { processingUntil } from '#domain/payments/open-order.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { leftBySteppingBack } from '#web/session/stepped-back.ts';
import { isUserPlanActive, usePlanReady, useUser } from '#web/session/use-user.ts';
import { decideZeroCredits, rechargePath } from '#web/shared/credits/zero-credits.ts';
import { markShown, unmarkShown, wasShownTo } from '#web/shared/credits/zero-credits-marker.ts';
import { useOpenDialogs } from '#web/ui/layers/open-dialogs.ts';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

const AlertDialog = lazy(async () => ({
  default: (await import('#web/ui/layers/alert-dialog.tsx')).AlertDialog,
}));

interface ZeroCreditsDialogProps {
  /** Called at every closing but the recharge, also when it closes by itself. */
  readonly onDismiss: () => void;
}

/** The dialog lives beside the pages, so that it opens wherever the last credit was spent. */
export function ZeroCreditsDialog({ onDismiss }: ZeroCreditsDialogProps) {
  const user = useUser();
  const ready = usePlanReady();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [openFor, setOpenFor] = useState<string | null>(null);
  const isOpen = openFor !== null;
  const asked = useHasOpened(isOpen);
  const openNow = useRef<string | null>(null);
  const show = useCallback((to: string | null) => {
    openNow.current = to;
    setOpenFor(to);
  }, []);
  const isPaying = usePaymentProcessing(user?.pendingOrder ?? null);
  const isOverAnother = useOpenDialogs() > (isOpen ? 1 : 0);
  const isBusy = isPaying || isOverAnother;
  const isOnPrices = matchPath('/pricing', pathname) !== null;
  const uid = user?.uid ?? null;
  const balance = ready ? (user?.credits.totalCredits ?? null) : null;
  useEffect(() => {
    const before = openNow.current;
    const decision = decideZeroCredits({
      uid,
      balance,
      isBusy,
      isOnPrices,
      steppedBack: uid !== null && balance !== null && leftBySteppingBack(uid, balance),
      wasShown: uid !== null && wasShownTo(uid),
      openFor: before,
    });
    if (uid !== null) (decision.wasShown ? markShown : unmarkShown)(uid);
    show(decision.openFor);
    if (before !== null && decision.openFor !== before) onDismiss();
  }, [uid, balance, isBusy, isOnPrices, show, onDismiss]);
  if (user === null || !asked) return null;
  return (
    <Suspense>
      <AlertDialog
        open={isOpen}
        title="Nu mai ai credite"
        body="Reîncarcă rapid ca să procesezi imagini mai departe și să ai în continuare toate funcțiile."
        confirm="Încarcă aici credite"
        cancel="Poate mai târziu"
        onConfirm={() => {
          show(null);
          navigate(rechargePath(isUserPlanActive(user, new Date(serverNow())), pathname));
        }}
        onCancel={() => {
          show(null);
          onDismiss();
        }}
      />
    </Suspense>
  );
}

/** True when a payment of the user is processing: an awaited order of at most 20 minutes, by the server's clock. */
function usePaymentProcessing(order: UserDocument['pendingOrder']): boolean {
  const until = order ? processingUntil(new Date(order.createdAt)).getTime() : 0;
  const [, setWokenAt] = useState(0);
  useEffect(() => {
    const left = until - serverNow();
    if (left < 0) return;
    const timer = setTimeout(() => setWokenAt(serverNow()), left + 1);
    return () => clearTimeout(timer);
  }, [until]);
  return serverNow() <= until;
}
