import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { beginTotp, remakeRecoveryCodes, removeSecondFactor } from '#contract/account/second-factor.ts';
import type { UserDocument } from '#contract/users.ts';
import { formatCount } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { AddApp } from '#web/features/settings/sign-in/add-app.tsx';
import { RecoveryCodes } from '#web/features/settings/sign-in/recovery-codes.tsx';
import { useSecurity } from '#web/session/proof/use-security.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const RECOVERY_CODE = { one: 'cod de rezervă', few: 'coduri de rezervă' };

/** „Securitate”: the second step of signing in, turned on with an app and off again. */
export function SecondStepSetting({ user }: { user: UserDocument }) {
  const client = useQueryClient();
  const query = useSecurity(user);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { data } = query;
  if (!data)
    return query.error ? (
      <ReadFailed query={query} />
    ) : (
      <>
        <LoadingNote />
        <Skeleton className="h-20 w-full" />
      </>
    );
  const { secondFactor } = data;
  const show = (made: readonly string[]) => {
    setCodes(made);
    void client.invalidateQueries({ queryKey: keys.security });
  };
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />;
  return secondFactor === null ? (
    <TurnedOff onCodes={show} />
  ) : (
    <TurnedOn since={secondFactor.since} codesLeft={secondFactor.codesLeft} onCodes={show} />
  );
}

interface Shown {
  /** Shows new recovery codes. */
  readonly onCodes: (codes: readonly string[]) => void;
}

function TurnedOff({ onCodes }: Shown) {
  const begin = useMutation({ mutationFn: () => call(beginTotp, {}) });
  if (begin.data) return <AddApp begun={begin.data} onCodes={onCodes} onGivenUp={begin.reset} />;
  return (
    <>
      <p className="max-w-prose text-ink-soft">
        Verificarea în doi pași e oprită. Cu ea pornită, după parolă sau Google se cere și un cod dintr-o
        aplicație de pe telefonul tău: cine îți află parola nu poate intra doar cu ea.
      </p>
      <div className="mt-4">
        <Button look="quiet" busy={begin.isPending} onClick={() => begin.mutate()}>
          Pornește verificarea în doi pași
        </Button>
      </div>
    </>
  );
}

interface TurnedOnProps extends Shown {
  readonly since: string;
  readonly codesLeft: number;
}

function TurnedOn({ since, codesLeft, onCodes }: TurnedOnProps) {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const remake = useMutation({
    mutationFn: () => call(remakeRecoveryCodes, {}),
    onSuccess: ({ codes }) => onCodes(codes),
  });
  const remove = useMutation({
    mutationFn: () => call(removeSecondFactor, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.security }),
  });
  return (
    <>
      <p role="status" className="max-w-prose">
        Verificarea în doi pași e pornită din {formatDay(new Date(since))}.{' '}
        {codesLeft === 0
          ? 'Nu mai ai coduri de rezervă: fă altele.'
          : `Mai ai ${formatCount(codesLeft, RECOVERY_CODE)}.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="quiet" busy={remake.isPending} onClick={() => remake.mutate()}>
          Fă alte coduri de rezervă
        </Button>
        <Button look="danger" busy={remove.isPending} onClick={() => setAsked(true)}>
          Oprește verificarea în doi pași
        </Button>
      </div>
      <AlertDialog
        open={isAsked}
        title="Oprești verificarea în doi pași?"
        body="La intrare nu se va mai cere cod, iar codurile de rezervă nu vor mai merge. De pe celelalte dispozitive se iese din cont."
        confirm="Oprește"
        cancel="Rămâne pornită"
        danger
        onConfirm={() => {
          // The question of who is there comes over the page, not over this one.
          setAsked(false);
          remove.mutate();
        }}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}
