import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { leiLabel } from '#domain/payments/price.ts';
import { PLAN_LABELS } from '#domain/plans/plan.ts';
import { packagesQuery, plansQuery } from '#web/api/queries/price-queries.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { chosenItem } from '#web/text/choice-path.ts';

/** The item chosen for purchase before signing in; renders nothing if it is not for sale. */
export function AuthChoice({ registering }: { registering: boolean }) {
  const [query] = useSearchParams();
  const item = chosenItem(query.get('redirect'));
  const packages = useQuery({ ...packagesQuery, enabled: item !== null });
  const plans = useQuery({ ...plansQuery, enabled: item !== null });
  const pack = packages.data?.packages.find(({ id }) => id === item);
  const offer = plans.data?.plans.find(({ plan, price }) => plan === item && price > 0);
  const [name, price] = pack
    ? [pack.name, pack.price]
    : offer
      ? [`Plan ${PLAN_LABELS[offer.plan]}`, offer.price]
      : [null, 0];
  const failed = [packages, plans].find(({ error }) => error !== null);
  if (name === null && failed)
    return (
      <div className="mb-6">
        <ReadFailed query={failed} what="Ce ai ales nu s-a putut citi." />
      </div>
    );
  if (name === null) return null;
  return (
    <p className="mb-6 rounded-2xl border border-line bg-card px-4 py-3">
      Ca să cumperi{' '}
      <strong className="font-semibold">
        {name} · {leiLabel(price)}
      </strong>
      ,{' '}
      {registering ? (
        <>
          fă-ți un cont sau{' '}
          <Link to={`/login?${query}`} className="link">
            intră în al tău
          </Link>
        </>
      ) : (
        <>
          intră în cont sau{' '}
          <Link to={`/register?${query}`} className="link">
            fă-ți unul
          </Link>
        </>
      )}
      .
    </p>
  );
}
