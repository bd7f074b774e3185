import { NO_OPERATOR, operatorFacts } from '#domain/payments/operator.ts';
import { CARDS_LINE, SAL_NAME, SAL_PICTURE_PATH, SAL_URL } from '#domain/payments/shop-duties.ts';
import { useOperatorRecord } from '#web/shared/payments/operator-record.ts';

/** The seller's name and contacts, or a note that none are entered yet. */
export function Seller() {
  const { data, hasFailed, read } = useOperatorRecord();
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

/** Shows where complaints go, by ANPC's picture where the operator has put one, and which cards are taken. */
export function ShopDuties() {
  const { data } = useOperatorRecord();
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <a
        href={SAL_URL}
        rel="noopener"
        className="inline-flex min-h-8 items-center font-medium underline-offset-2 hover:underline"
      >
        {data?.hasSalPicture ? (
          <img src={SAL_PICTURE_PATH} width={250} height={50} alt={SAL_NAME} className="max-w-full" />
        ) : (
          SAL_NAME
        )}
      </a>
      {data?.takesCards && <p>{CARDS_LINE}</p>}
    </div>
  );
}
