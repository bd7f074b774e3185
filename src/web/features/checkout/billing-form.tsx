import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readBilling, saveBilling } from '#contract/orders.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import {
  BILLING_FIELDS,
  type BillingProblems,
  checkBilling,
  type BillingForm as Form,
} from '#domain/payments/billing.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { BillingFields, EMPTY_BILLING } from '#web/shared/payments/billing-fields.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** Billing details for the next order, edited without an order. */
export function BillingForm() {
  const query = useQuery({
    queryKey: keys.billing,
    queryFn: ({ signal }) => call(readBilling, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (query.data) return <Fields known={query.data.billing ?? EMPTY_BILLING} />;
  return query.error ? (
    <ReadFailed query={query} />
  ) : (
    <>
      <LoadingNote />
      <Skeleton className="h-72 w-full" />
    </>
  );
}

function Fields({ known }: { known: Form }) {
  const client = useQueryClient();
  const [form, setForm] = useState(known);
  const [problems, setProblems] = useState<BillingProblems>({});
  const save = useMutation({
    meta: { silent: true },
    mutationFn: (body: Form) => call(saveBilling, { body }),
    onSuccess: (saved) => client.setQueryData(keys.billing, saved),
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = checkBilling(form).problems;
    setProblems(found ?? {});
    if (!found) return save.mutate(form);
    const { elements } = event.currentTarget;
    const first = BILLING_FIELDS.find((field) => found[field] && elements.namedItem(field));
    const field = first && elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };
  const refusal = save.error && errorMessage(save.error);
  const isWrong = Object.keys(problems).length > 0;
  return (
    <form noValidate onSubmit={handleSubmit} className="flex max-w-xl flex-col gap-5">
      <BillingFields
        form={form}
        problems={problems}
        onChange={(changes) => {
          save.reset();
          setForm({ ...form, ...changes });
          const left = Object.entries(problems).filter(([field]) => !(field in changes));
          setProblems(Object.fromEntries(left));
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="quiet" busy={save.isPending}>
          Salvează datele
        </Button>
        <p role="status" className="text-sm font-medium empty:hidden">
          {save.isSuccess && 'Datele de facturare sunt salvate.'}
        </p>
        <p role="alert" className="text-sm font-medium text-danger empty:hidden">
          {refusal ?? (isWrong ? errorSentence('payments/billing-invalid') : null)}
        </p>
      </div>
    </form>
  );
}
