import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { payWithdrawal, type UnpaidWithdrawal as Withdrawal } from '#contract/admin/admin-orders.ts';
import { formatDay, toBucharestDay } from '#domain/language/time.ts';
import { inLei } from '#domain/payments/price.ts';
import { CHARGED_BACK_TOO, toNoon, type WayPaid } from '#domain/payments/withdrawals.ts';
import { call } from '#web/api/call.ts';
import { ORDERS, UNPAID_WITHDRAWALS } from '#web/features/admin/orders/order-keys.ts';
import { PaymentNote } from '#web/features/admin/orders/payment-note.tsx';
import { Chips } from '#web/ui/fields/chips.tsx';

const CAUSES = {
  refused: 'NETOPIA nu a întors banii.',
  closed: 'Banii nu se pot cere prin NETOPIA: plata cu cardul e oprită sau e în alt mod.',
} as const;

/** A withdrawal whose money is not known to be back, with the form that notes its payment. */
export function UnpaidWithdrawal({ withdrawal, href }: { withdrawal: Withdrawal; href: string }) {
  const { amount, payUntil, declaredAt, name, email, item, cause, mode, isChargedBack } = withdrawal;
  const isLate = payUntil < toBucharestDay(new Date());
  return (
    <>
      <p className="font-semibold break-words">
        {inLei(amount)}{' '}
        <span className={isLate ? 'text-danger' : ''}>
          {isLate ? 'trebuiau plătiți până pe' : 'până pe'} {formatDay(toNoon(payUntil))}
        </span>
      </p>
      <p className="break-words text-ink-soft">
        <Link to={href} className="link inline-flex min-h-6 items-center">
          {item}
        </Link>
        {[name, email, `s-a retras pe ${formatDay(new Date(declaredAt))}`]
          .filter(Boolean)
          .map((fact) => ` · ${fact}`)
          .join('')}
      </p>
      <p className="text-ink-soft">
        {cause === null ? 'Banii sunt ceruți prin NETOPIA, care nu a răspuns încă.' : CAUSES[cause]}
        {mode !== 'live' && ' Comanda e de probă: nu s-au încasat bani.'}
      </p>
      {isChargedBack && <p className="mt-2 rounded-xl bg-signal-wash px-4 py-3">{CHARGED_BACK_TOO}</p>}
      {cause !== null && <PaidForm withdrawal={withdrawal} />}
    </>
  );
}

const WAYS: Record<WayPaid, string> = { transfer: 'Transfer bancar', card: 'Pe card, din NETOPIA' };

function PaidForm({ withdrawal: { id, amount, name } }: { withdrawal: Withdrawal }) {
  const client = useQueryClient();
  const [way, setWay] = useState<WayPaid>('transfer');
  return (
    <PaymentNote
      label={`Notează plata către ${name || 'cumpărător'}`}
      amount={amount}
      hint="Al ordinului de plată sau din NETOPIA. Rămâne în jurnal, fără nume de persoane."
      save={(payment) => call(payWithdrawal, { params: { withdrawalId: id }, body: { way, ...payment } })}
      onSaved={(next) => {
        client.setQueryData([UNPAID_WITHDRAWALS], next);
        void client.invalidateQueries({ queryKey: [ORDERS] });
      }}
    >
      <Chips
        label="Cum s-a plătit"
        choices={['transfer', 'card'] as const}
        chosen={way}
        words={(one) => WAYS[one]}
        onChoose={setWay}
      />
    </PaymentNote>
  );
}
