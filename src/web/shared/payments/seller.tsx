import { useCallback, useEffect, useState } from 'react';
import { readOperator } from '#contract/payments.ts';
import type { ReplyOf } from '#contract/route.ts';
import { NO_OPERATOR, operatorFacts } from '#domain/payments/operator.ts';
import { call } from '#web/api/call.ts';
import { useReachable } from '#web/api/reachability.ts';
import { createStore, useStore } from '#web/api/store.ts';

/** Read once: it changes only with the server's settings. Without the query cache, which the sign-in page does not load. */
const record = createStore<ReplyOf<typeof readOperator> | null>(null);

/** The seller's name and contacts, or a note that none are entered yet. */
export function Seller() {
  const data = useStore(record);
  const isOnline = useReachable();
  const [hasFailed, setFailed] = useState(false);
  const read = useCallback(() => {
    setFailed(false);
    call(readOperator, {}).then(record.write, () => setFailed(true));
  }, []);
  useEffect(() => {
    // Read again once the server is reachable.
    if (isOnline && record.read() === null) read();
  }, [isOnline, read]);
  if (!data)
    return (
      hasFailed && (
        <span role="alert">
          Datele vânzătorului nu s-au putut citi.{' '}
          <button type="button" className="underline underline-offset-2" onClick={read}>
            Încearcă din nou
          </button>
        </span>
      )
    );
  const { operator } = data;
  if (!operator) return `${NO_OPERATOR}.`;
  const { phone, email } = operator;
  return (
    <>
      {operatorFacts(operator)}
      {phone && (
        <>
          {' · '}
          <a
            href={`tel:${phone.replace(/[^+\d]/g, '')}`}
            className="whitespace-nowrap underline underline-offset-2"
          >
            {phone}
          </a>
        </>
      )}
      {email && (
        <>
          {' · '}
          <a href={`mailto:${email}`} className="underline underline-offset-2">
            {email}
          </a>
        </>
      )}
    </>
  );
}
