import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
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
import { CONFORMITY } from '#domain/payments/shop-duties.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { ConsentBoxes, NOTHING_TICKED } from '#web/features/checkout/consent-boxes.tsx';
import type { CheckoutItem } from '#web/features/checkout/item.ts';
import { useCheckout } from '#web/features/checkout/use-checkout.ts';
import { measureEvent } from '#web/shared/consent/consent.ts';
import { BillingFields, EMPTY_BILLING } from '#web/shared/payments/billing-fields.tsx';
import { useTotalWords } from '#web/shared/payments/operator-record.ts';
import { Seller } from '#web/shared/payments/seller.tsx';
import { TestMode } from '#web/shared/payments/test-mode.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

interface CheckoutSheetProps {
  readonly uid: string;
  readonly item: CheckoutItem;
  /** The batch that the purchase is for. */
  readonly returnTo: string | null;
  readonly onClose: () => void;
}

/** The form that is shown and agreed to before every payment. */
export function CheckoutSheet({ uid, item, returnTo, onClose }: CheckoutSheetProps) {
  const billing = useQuery({
    queryKey: keys.billing,
    queryFn: ({ signal }) => call(readBilling, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sheet is opened once, whatever becomes of its price
  useEffect(() => measureEvent({ what: 'checkout', item }), [item.id]);
  return (
    <Dialog sheet open onOpenChange={(open) => open || onClose()} title={item.name}>
      <div className="mt-4">
        <TestMode />
        <ul className="flex flex-col gap-1">
          {item.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {billing.data ? (
          <OrderForm uid={uid} item={item} returnTo={returnTo} known={billing.data.billing} />
        ) : (
          <div className="mt-6">
            {billing.error ? (
              <ReadFailed query={billing} what="Datele tale de facturare nu s-au putut citi." />
            ) : (
              <>
                <LoadingNote />
                <Skeleton className="h-96 w-full" />
              </>
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}

const BILLING_WRONG = errorSentence('payments/billing-invalid');
const UNTICKED = errorSentence('payments/consent-missing');

interface OrderFormProps extends Omit<CheckoutSheetProps, 'onClose'> {
  /** Billing of the last checkout. */
  readonly known: BillingForm | null;
}

function OrderForm({ uid, item, returnTo, known }: OrderFormProps) {
  const [billing, setBilling] = useState<BillingForm>(known ?? EMPTY_BILLING);
  const [problems, setProblems] = useState<BillingProblems>({});
  const [ticked, setTicked] = useState(NOTHING_TICKED);
  const [isPressed, setPressed] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const checkout = useCheckout(uid);
  const total = useTotalWords();
  const mark = (form: HTMLFormElement, found: BillingProblems) => {
    setProblems(found);
    focusField(
      form,
      BILLING_FIELDS.find((field) => found[field] && form.elements.namedItem(field)),
    );
  };
  /** Removes the sentence once its problem is solved. */
  const drop = (sentence: string) => setRefusal((said) => (said === sentence ? null : said));
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (checkout.isPending) return;
    setPressed(true);
    const form = event.currentTarget;
    const found = checkBilling(billing).problems;
    if (found) {
      setRefusal(BILLING_WRONG);
      return mark(form, found);
    }
    setProblems({});
    const unticked = !hasConsents(ticked);
    setRefusal(unticked ? UNTICKED : null);
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
          // Changed fields are checked again by the next press; a firm has other fields than a person.
          const left = changes.kind ? {} : omitProblems(problems, Object.keys(changes));
          setProblems(left);
          if (Object.keys(left).length === 0) drop(BILLING_WRONG);
        }}
      />
      <div className="border-t border-line pt-5">
        <ConsentBoxes
          ticked={ticked}
          marked={isPressed}
          onChange={(next) => {
            setTicked(next);
            if (hasConsents(next)) drop(UNTICKED);
          }}
        />
      </div>
      <p className="text-sm text-ink-soft">
        Urmează pagina NETOPIA, unde scrii numărul cardului. La noi nu ajunge.
      </p>
      <p className="text-sm text-ink-soft">{CONFORMITY}</p>
      <p className="border-t border-line pt-4 text-sm break-words text-ink-soft">
        Vânzător: <Seller />
      </p>
      <div className="dialog-foot flex flex-col gap-3">
        <div role="alert" className="empty:hidden">
          {refusal !== null && (
            <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">{refusal}</p>
          )}
        </div>
        {total.note && <p className="-mb-2 text-sm text-ink-soft">{total.note}</p>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>
            <span className="block text-sm font-semibold">{total.label}</span>
            <span className="font-display text-2xl leading-none font-extrabold whitespace-nowrap">
              {leiLabel(item.price)}
            </span>
          </p>
          <div className="min-w-0 flex-[1_1_12rem]">
            <Button type="submit" wide busy={checkout.isPending}>
              {checkout.isPending ? 'Se deschide plata…' : ORDER_BUTTON}
            </Button>
          </div>
        </div>
      </div>
    </form>
  );
}

function omitProblems(problems: BillingProblems, fields: readonly string[]): BillingProblems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field)));
}

function focusField(form: HTMLFormElement, name: string | undefined): void {
  const field = name === undefined ? null : form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
