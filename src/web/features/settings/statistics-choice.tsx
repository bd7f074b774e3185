import { chooseStatistics, useStatistics } from '#web/shared/consent/consent.ts';
import { Switch } from '#web/ui/fields/switch.tsx';

/** Takes the answer to the bar back, or gives it; only where there is a service to ask for. */
export function StatisticsChoice() {
  const { isOffered, choice } = useStatistics();
  if (!isOffered) return null;
  return (
    <section aria-labelledby="statistics-title" className="mt-10 max-w-prose">
      <h2 id="statistics-title" className="mb-2 text-2xl">
        Statistici
      </h2>
      <Switch
        label="Fotolot poate număra cum e folosit, cu Google Analytics"
        checked={choice === 'accepted'}
        onChange={(isOn) => chooseStatistics(isOn ? 'accepted' : 'refused')}
      />
      <p className="mt-1 text-sm text-ink-soft">
        Alegerea este a acestui browser. Când o retragi, se opresc și se șterg cookie-urile statisticilor.
      </p>
    </section>
  );
}
