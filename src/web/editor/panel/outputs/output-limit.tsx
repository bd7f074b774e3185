import clsx from 'clsx';
import { Link, useLocation } from 'react-router';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { useUser } from '#web/session/use-user.ts';
import { pricesPath } from '#web/text/choice-path.ts';
import { limitsSource } from '#web/text/limits-source.ts';

interface OutputLimitProps {
  readonly chosen: number;
  readonly most: number;
}

/** Beside the cards, before the button has to say it: how many outputs there is room for, and why. */
export function OutputLimit({ chosen, most }: OutputLimitProps) {
  const user = useUser();
  const { pathname } = useLocation();
  const source = user === null ? '' : limitsSource(user, new Date());
  const isFull = chosen >= most;
  return (
    <p
      role="status"
      className={clsx(
        'max-lg:mb-2 text-sm',
        chosen > most ? 'rounded-xl bg-signal-wash px-3 py-2' : 'text-ink-soft',
      )}
    >
      {describeOutputLimit(chosen, most, source)}{' '}
      {isFull && (
        <Link to={pricesPath(pathname, 'plans')} className="link inline-block min-h-6">
          Vezi planurile
        </Link>
      )}
    </p>
  );
}

function describeOutputLimit(chosen: number, most: number, source: string): string {
  const room = formatCount(most, NOUNS.output);
  if (chosen > most)
    return `Ai ales ${formatCount(chosen, NOUNS.output)}, iar cu ${source} ai ${room} la o procesare. Scoate ${chosen - most === 1 ? 'una' : `din ele ${chosen - most}`} sau ia alt plan.`;
  if (chosen === most) return `Ai ales ${room}, câte ai cu ${source} la o procesare.`;
  return `${chosen} din ${room} alese · ${source}`;
}
