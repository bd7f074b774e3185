import { useCardPayments } from '#web/shared/payments/card-payments.ts';

/** The note on pages that sell or take payments, unless money really moves. */
export function TestMode() {
  const payments = useCardPayments();
  if (payments === null || payments === 'off' || payments === 'live') return null;
  return (
    <p className="mb-5 rounded-xl border border-dashed border-line-strong bg-sunken px-4 py-2 text-center text-sm font-semibold">
      MOD TEST – nu se încasează bani
    </p>
  );
}
