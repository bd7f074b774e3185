import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { findFirm } from '#contract/orders.ts';
import {
  ANOTHER_CUI,
  billingSentence,
  firmLimitSentence,
  firmSentence,
} from '#domain/language/billing-sentences.ts';
import { type BillingForm, cuiDigits, isCui } from '#domain/payments/billing.ts';
import { fillBilling, isOfAnother, type RegisteredFirm } from '#domain/payments/firms/registered-firm.ts';
import { errorMessage, secondsUntilRoom } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useOperatorRecord } from '#web/shared/payments/operator-record.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface FirmFinderProps {
  readonly form: BillingForm;
  readonly onChange: (changes: Partial<BillingForm>) => void;
  /** The firm whose data were filled in last. */
  readonly filled: RegisteredFirm | null;
  readonly onFilled: (firm: RegisteredFirm) => void;
  /** Renders the field of the CUI; `problem` is what keeps the registry from being asked. */
  readonly children: (problem: string | null) => ReactNode;
}

/** The field of the CUI and, where there is a registry, the button that fills in the firm from it. The form works without an answer. */
export function FirmFinder({ children, ...props }: FirmFinderProps) {
  const { form, filled } = props;
  const { data } = useOperatorRecord();
  const mode = data?.firmRegistry ?? 'off';
  const find = useFirm(props);
  const [pressedWith, setPressedWith] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  if (mode === 'off') return children(null);
  const isWrong = pressedWith === form.cui && !isCui(form.cui);
  const handlePress = () => {
    setPressedWith(form.cui);
    if (isCui(form.cui)) return find.mutate(form.cui);
    field.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={field} className="flex flex-col gap-1.5">
      <div className="grid gap-3 sm:grid-cols-2 sm:gap-4">
        {children(isWrong ? billingSentence('cui', form.cui.trim() === '' ? 'missing' : 'wrong') : null)}
        <div className="sm:pt-7">
          <Button look="quiet" wide busy={find.isPending} onClick={handlePress}>
            Preia datele de la ANAF
          </Button>
        </div>
      </div>
      <p role="status" className="text-sm font-medium empty:hidden">
        {isWrong ? null : (describe(find, form) ?? (isOfAnother(form.cui, filled) ? ANOTHER_CUI : null))}
      </p>
      {mode === 'stand-in' && (
        <p className="text-sm text-ink-soft">MOD TEST – firme inventate, de exemplu 9000000011.</p>
      )}
    </div>
  );
}

/** Asks the registry; fills the form as it is by then, unless it is about another firm or gone. */
function useFirm(props: Omit<FirmFinderProps, 'children'>) {
  const latest = useRef<Omit<FirmFinderProps, 'children'> | null>(null);
  useEffect(() => {
    latest.current = props;
    return () => {
      latest.current = null;
    };
  });
  return useMutation({
    meta: { silent: true },
    mutationFn: (cui: string) => call(findFirm, { body: { cui } }),
    onSuccess({ firm }) {
      const now = latest.current;
      if (now === null || firm?.cui !== cuiDigits(now.form.cui)) return;
      now.onChange(fillBilling(firm));
      now.onFilled(firm);
    },
  });
}

/** Returns what came of the last press; null where the CUI is another one by now. */
function describe(find: ReturnType<typeof useFirm>, form: BillingForm): string | null {
  if (find.variables === undefined || cuiDigits(find.variables) !== cuiDigits(form.cui)) return null;
  if (find.isPending) return 'Întrebăm registrul ANAF…';
  const seconds = secondsUntilRoom(find.error);
  if (seconds !== null) return firmLimitSentence(seconds);
  if (find.error) return errorMessage(find.error);
  return find.data ? firmSentence(find.data) : null;
}
