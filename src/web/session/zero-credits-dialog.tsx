import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePaymentProcessing } from '#web/session/use-payment-processing.ts';
import { isUserPlanActive, usePlanReady, useUser } from '#web/session/use-user.ts';
import { decideZeroCredits, rechargePath } from '#web/session/zero-credits.ts';
import { readMarker, writeMarker } from '#web/session/zero-credits-marker.ts';
import { useAsked } from '#web/ui/use-asked.ts';

const AlertDialog = lazy(async () => ({
  default: (await import('#web/ui/alert-dialog.tsx')).AlertDialog,
}));

interface ZeroCreditsDialogProps {
  /** Every closing but the recharge. */
  readonly onDismiss: () => void;
}

/** Global: lives beside the pages, so that it opens wherever the last credit was spent. */
export function ZeroCreditsDialog({ onDismiss }: ZeroCreditsDialogProps) {
  const user = useUser();
  const ready = usePlanReady();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const asked = useAsked(open);
  const isOpen = useRef(false);
  const show = useCallback((next: boolean) => {
    isOpen.current = next;
    setOpen(next);
  }, []);
  const paymentProcessing = usePaymentProcessing(user?.pendingOrder ?? null);
  const uid = user?.uid ?? null;
  const balance = ready ? (user?.credits.totalCredits ?? null) : null;
  useEffect(() => {
    const input = { uid, balance, paymentProcessing, shownTo: readMarker(), open: isOpen.current };
    const decision = decideZeroCredits(input);
    writeMarker(decision.shownTo);
    show(decision.open);
  }, [uid, balance, paymentProcessing, show]);
  if (user === null || !asked) return null;
  return (
    <Suspense>
      <AlertDialog
        open={open}
        title="Nu mai ai credite"
        body="Reîncarcă rapid ca să procesezi imagini mai departe și să ai în continuare toate funcțiile."
        confirm="Încarcă aici credite"
        cancel="Poate mai târziu"
        onConfirm={() => {
          show(false);
          navigate(rechargePath(isUserPlanActive(user, new Date()), pathname));
        }}
        onCancel={() => {
          show(false);
          onDismiss();
        }}
      />
    </Suspense>
  );
}
