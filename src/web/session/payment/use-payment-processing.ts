import { useEffect, useState } from 'react';
import type { UserDocument } from '#contract/users.ts';
import { processingUntil } from '#domain/payments/open-order.ts';

/** True when a payment of the user is processing: an awaited order of at most 20 minutes, by this browser's clock. */
export function usePaymentProcessing(order: UserDocument['pendingOrder']): boolean {
  const until = order ? processingUntil(new Date(order.createdAt)).getTime() : 0;
  const [, setWokenAt] = useState(0);
  useEffect(() => {
    const left = until - Date.now();
    if (left < 0) return;
    const timer = setTimeout(() => setWokenAt(Date.now()), left + 1);
    return () => clearTimeout(timer);
  }, [until]);
  return Date.now() <= until;
}
