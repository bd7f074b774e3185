import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readBilling } from '#contract/orders.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import {
  BILLING_FIELDS,
  type BillingForm,
  type BillingProblems,
  checkBilling,
} from '#domain/payments/billing.ts';
import { hasConsents, ORDER_BUTTON } from '#domain/payments/consents.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/keys.ts';
import { BillingFields } from '#web/features/checkout/billing-fields.tsx';
import { ConsentBoxes, NOTHING_TICKED } from '#web/features/checkout/consent-boxes.tsx';
import { EMPTY_BILLING } from '#web/features/checkout/empty-billing.ts';
import type { CheckoutItem } from '#web/features/checkout/item.ts';
import { useCheckout } from '#web/features/checkout/use-checkout.ts';
import { Seller } from '#web/session/seller.tsx';
import { TestMode } from '#web/session/test-mode.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

interface CheckoutSheetProps {
  readonly uid: string;
  readonly item: CheckoutItem;
  /** The lot that the purchase is for. */
  readonly returnTo: string | null;
  readonly onClose: () => void;
}

/** What is shown and agreed to before every payment. */
export function CheckoutSheet({ uid, item, returnTo, onClose }: CheckoutSheetProps) {
  const billing = useQuery({
    queryKey: keys.billing,
    queryFn: ({ signal }) => call(readBilling, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog sheet open onOpenChange={(open) => open || onClose()} title={item.name}>
      <div className="mt-4">
        <TestMode />
        <ul className="flex flex-col gap-1">
          {item.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {billing.isPending ? (
          <div className="mt-6">
            <LoadingNote />
            <Skeleton className="h-96 w-full" />
          </div>
        ) : (
          <OrderForm uid={uid} item={item} returnTo={returnTo} known={billing.data?.billing ?? null} />
        )}
      </div>
    </Dialog>
  );
}

interface OrderFormProps extends Omit<CheckoutSheetProps, 'onClose'> {
  /** Billing of the last checkout. */
  readonly known: BillingForm | null;
}

function OrderForm({ uid, item, returnTo, known }: OrderFormProps) {
  const [billing, setBilling] = useState<BillingForm>(known ?? EMPTY_BILLING);
  const [problems, setProblems] = useState<BillingProblems>({});
  const [ticked, setTicked] = useState(NOTHING_TICKED);
  const [refusal, setRefusal] = useState<string | null>(null);
  const checkout = useCheckout(uid);
  const mark = (form: HTMLFormElement, found: BillingProblems) => {
    setProblems(found);
    focusField(
      form,
      BILLING_FIELDS.find((field) => found[field] && form.elements.namedItem(field)),
    );
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (checkout.isPending) return;
    const form = event.currentTarget;
    const found = checkBilling(billing).problems;
    if (found) {
      setRefusal(errorSentence('payments/billing-invalid'));
      return mark(form, found);
    }
    setProblems({});
    const unticked = !hasConsents(ticked);
    setRefusal(unticked ? errorSentence('payments/consent-missing') : null);
    if (unticked) return focusField(form, ticked['start-now'] ? 'terms' : 'start-now');
    checkout.mutate(
      { item, billing, ticked, returnTo },
      {
        onError(error) {
          setRefusal(errorMessage(error));
          const named = error instanceof ApiError ? error.details.problems : null;
          if (named) mark(form, named as BillingProblems);
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-5 flex flex-col gap-5">
      <h3 className="border-t border-line pt-5 text-lg">Date de facturare</h3>
      <BillingFields
        form={billing}
        problems={problems}
        onChange={(changes) => {
          setBilling({ ...billing, ...changes });
          // What is being mended is judged again by the next press.
          setProblems(without(problems, Object.keys(changes)));
        }}
      />
      <div className="border-t border-line pt-5">
        <ConsentBoxes ticked={ticked} onChange={setTicked} />
      </div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-5">
        <span className="font-semibold">Total, cu TVA</span>
        <span className="font-display text-3xl leading-none font-extrabold">{leiLabel(item.price)}</span>
      </p>
      <div role="alert" className="empty:hidden">
        {refusal !== null && (
          <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">{refusal}</p>
        )}
      </div>
      <Button type="submit" wide busy={checkout.isPending}>
        {checkout.isPending ? 'Se deschide plata…' : ORDER_BUTTON}
      </Button>
      <p className="-mt-2 text-center text-sm text-ink-soft">
        Urmează pagina NETOPIA, unde scrii numărul cardului. La noi nu ajunge.
      </p>
      <p className="border-t border-line pt-4 text-sm break-words text-ink-soft">
        Vânzător: <Seller />
      </p>
    </form>
  );
}

function without(problems: BillingProblems, fields: readonly string[]): BillingProblems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field)));
}

function focusField(form: HTMLFormElement, name: string | undefined): void {
  const field = name === undefined ? null : form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
