import type { createNetopiaPayment } from '#contract/orders.ts';
import type { ReplyOf } from '#contract/route.ts';

type Started = ReplyOf<typeof createNetopiaPayment>;
type Action = NonNullable<Started['customerAction']>;

export const NO_PAYMENT_URL = 'Netopia nu a furnizat un URL de plată';

/** Leaves for the provider: posts a customer action with a url as a hidden form, else opens the payment's page. False without either. */
export function goAndPay({ success, customerAction, paymentUrl }: Started): boolean {
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
