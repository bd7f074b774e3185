import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listHandIns } from '#contract/admin/admin-hand-ins.ts';
import { attentionWords, unknownYearWords } from '#domain/invoices/hand-in-words.ts';
import { formatDay } from '#domain/language/time.ts';
import { toNoon } from '#domain/payments/withdrawals.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { HAND_INS } from '#web/features/admin/books/use-hand-ins.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';

/** Says on the first page that documents wait for RO e-Factura; renders nothing without any. */
export function HandInNote() {
  const query = useQuery({
    queryKey: [HAND_INS, 'note'],
    queryFn: ({ signal }) => call(listHandIns, {}, { signal }),
    staleTime: 0,
  });
  if (query.isError && !query.data) return <ReadFailed query={query} />;
  if (!query.data) return null;
  const { counts, sendings, unsent, mode, unknownYear } = query.data;
  const words = attentionWords(counts, sendings, mode);
  if (words === '' && unknownYear === null) return null;
  const about = mode === 'live' || counts.due > 0 ? 'De predat în RO e-Factura' : 'Probe pentru RO e-Factura';
  const isLate = counts.overdue + sendings.rejected + sendings.unsigned > 0 || unknownYear !== null;
  return (
    <p
      role={isLate ? 'alert' : 'status'}
      className={`mt-6 flex flex-wrap items-center justify-between gap-3 rounded-3xl px-5 py-3.5 ${isLate ? 'bg-danger-wash' : 'bg-signal-wash'}`}
    >
      <span className={`font-semibold ${isLate ? 'text-danger' : ''}`}>
        {words !== '' && `${about}: ${words}. `}
        {unsent?.lastDay && `Primul termen: ${formatDay(toNoon(unsent.lastDay))}. `}
        {unknownYear !== null && unknownYearWords(unknownYear)}
      </span>
      <Link to="/admin/dashboard?parte=facturi" className={buttonClass({ look: 'quiet', small: true })}>
        Vezi ce e de predat
      </Link>
    </p>
  );
}
