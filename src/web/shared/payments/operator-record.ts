import { useCallback, useEffect, useState } from 'react';
import { readOperator } from '#contract/payments.ts';
import type { ReplyOf } from '#contract/route.ts';
import { totalLabel, vatNote, withVat } from '#domain/invoices/vat.ts';
import { call } from '#web/api/call.ts';
import { useReachable } from '#web/api/reachability.ts';
import { createStore, useStore } from '#web/api/store.ts';

type OperatorRecord = ReplyOf<typeof readOperator>;

/**
 * The seller's record, read once: it changes only with the server's settings. It does without the query cache, which the sign-in page does
 * not load.
 */
const record = createStore<OperatorRecord | null>(null);
let reading: Promise<void> | null = null;

function readOnce(): Promise<void> {
  reading ??= call(readOperator, {})
    .then(record.write)
    .finally(() => {
      reading = null;
    });
  return reading;
}

/** Returns the seller's record; `data` is null until the server has sent it. */
export function useOperatorRecord() {
  const data = useStore(record);
  const isOnline = useReachable();
  const [hasFailed, setFailed] = useState(false);
  const read = useCallback(() => {
    setFailed(false);
    readOnce().catch(() => setFailed(true));
  }, []);
  useEffect(() => {
    // It is read again once the server is reachable.
    if (isOnline && record.read() === null) read();
  }, [isOnline, read]);
  return { data, hasFailed, read };
}

/** Returns the label with the tax that prices hold, „Preț” as „Preț, …”; the label alone until the record is here. */
export function useVatLabel(label: string): string {
  const { data } = useOperatorRecord();
  return data ? withVat(label, data.vat) : label;
}

/** Returns the words over and under the sum of an order. */
export function useTotalWords(): { readonly label: string; readonly note: string | null } {
  const { data } = useOperatorRecord();
  return data ? { label: totalLabel(data.vat), note: vatNote(data.vat) } : { label: 'Total', note: null };
}
