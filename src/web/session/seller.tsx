import { useQuery } from '@tanstack/react-query';
import { NO_OPERATOR, operatorFacts } from '#domain/payments/operator.ts';
import { operatorQuery } from '#web/api/queries.ts';

/** Who sells, and how to reach them; says plainly when nobody is entered yet. */
export function Seller() {
  const { data } = useQuery(operatorQuery);
  if (!data) return null;
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
