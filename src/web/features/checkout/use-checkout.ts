import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { createNetopiaPayment, saveCheckout } from '#contract/orders.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { BillingForm } from '#domain/payments/billing.ts';
import { ApiError, errorMessage, isUnreachable } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { keys } from '#web/api/queries/keys.ts';
import type { Ticked } from '#web/features/checkout/consent-boxes.tsx';
import type { CheckoutItem } from '#web/features/checkout/item.ts';
import { showToast } from '#web/ui/layers/toast.ts';

export interface FilledCheckout {
  readonly item: CheckoutItem;
  readonly billing: BillingForm;
  readonly ticked: Ticked;
  readonly returnTo: string | null;
}

/** Errors for an offer that has changed since it was shown. */
const OUT_OF_DATE = /^(payments\/(price-changed|package-not-found|not-for-sale)|plans\/.*)$/;

const NO_PAYMENT_URL = 'Netopia nu a furnizat un URL de plată';

/**
 * Returns a mutation that stores the checkout, starts the payment and leaves for the provider's page. A lost answer is asked for again
 * under the same key. Fails with ApiError, `payments/no-url` when the provider's page is missing.
 */
export function useCheckout(accountId: string) {
  const client = useQueryClient();
  const key = useRef(newKey());
  return useMutation({
    meta: { silent: true },
    retry: (failures, error) => failures < 3 && isUnreachable(error),
    retryDelay: (attempt) => 600 * 2 ** attempt,
    mutationFn: async ({ item, billing, ticked, returnTo }: FilledCheckout) => {
      await call(saveCheckout, {
        body: {
          packageType: item.id,
          billing,
          startNow: ticked['start-now'],
          terms: ticked.terms,
          shownPrice: item.price,
          shownDays: item.shownDays,
          shownFigures: item.figures,
          returnTo,
        },
      });
      const body = { accountId, packageType: item.id };
      const started = await call(createNetopiaPayment, { body }, { idempotencyKey: key.current });
      if (!goAndPay(started))
        throw new ApiError('payments/no-url', NO_PAYMENT_URL, { details: {}, status: 200 });
    },
    onError(error) {
      // The server answered, if not as hoped: the next press is another attempt.
      if (!isUnreachable(error)) key.current = newKey();
      if (!(error instanceof ApiError) || !OUT_OF_DATE.test(error.code)) return;
      // A package that is gone takes its sheet with it, and the sentence must not go too.
      if (error.code === 'payments/package-not-found')
        showToast({ text: errorMessage(error), negative: true });
      void client.invalidateQueries({ queryKey: keys.packages });
      void client.invalidateQueries({ queryKey: ['plans'] });
    },
  });
}

type Started = ReplyOf<typeof createNetopiaPayment>;
type Action = NonNullable<Started['customerAction']>;

/** Leaves for the provider: posts a customer action with a url as a hidden form, else opens the payment's page. False without either. */
function goAndPay({ success, customerAction, paymentUrl }: Started): boolean {
  if (!success) return false;
  if (customerAction?.url) {
    submitHidden(customerAction);
    return true;
  }
  if (!paymentUrl) return false;
  window.location.assign(paymentUrl);
  return true;
}

function submitHidden({ url, parameters }: Action): void {
  const form = document.createElement('form');
  form.action = url;
  form.method = 'POST';
  form.hidden = true;
  for (const [name, value] of Object.entries(parameters)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  // Not form.submit(): a parameter may be called „submit”.
  HTMLFormElement.prototype.submit.call(form);
}
