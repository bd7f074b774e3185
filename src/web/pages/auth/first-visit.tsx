import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

const TryPhoto = lazy(async () => ({ default: (await import('#web/features/auth/try-photo.tsx')).TryPhoto }));

export const PROMISE = 'Poze gata de publicat pe OLX, Autovit și eMAG, din telefon.';

/** The product's promise to a first-time visitor: larger than anything else. */
export function FirstPromise() {
  return <p className="font-display text-2xl leading-tight font-bold sm:text-4xl">{PROMISE}</p>;
}

interface FirstStepsProps {
  /** „/register” with the way back. */
  readonly toRegister: string;
  readonly bonus: string;
}

/** The first steps of a first-time visitor: an account, as large as the way into one, or a photo without it. */
export function FirstSteps({ toRegister, bonus }: FirstStepsProps) {
  const [isTrying, setTrying] = useState(false);
  const wasTried = useHasOpened(isTrying);
  return (
    <div className="mb-10 flex flex-col gap-3">
      <Link to={toRegister} className={buttonClass({ wide: true })}>
        Sunt nou – fă-ți cont
      </Link>
      <Button look="quiet" wide onClick={() => setTrying(true)}>
        Probează fără cont
      </Button>
      <p className="text-center text-sm text-ink-soft">Cu un cont începi cu {bonus}.</p>
      {wasTried && (
        <Suspense>
          <TryPhoto open={isTrying} onOpenChange={setTrying} toRegister={toRegister} />
        </Suspense>
      )}
    </div>
  );
}
