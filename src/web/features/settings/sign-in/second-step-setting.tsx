import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { beginTotp, remakeRecoveryCodes, removeSecondFactor } from '#contract/account/second-factor.ts';
import type { UserDocument } from '#contract/users.ts';
import { formatCount } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { MOST_PASSKEYS } from '#domain/users/passkeys.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { AddApp } from '#web/features/settings/sign-in/add-app.tsx';
import { AddPasskey } from '#web/features/settings/sign-in/add-passkey.tsx';
import { FactorList, type SecondFactor } from '#web/features/settings/sign-in/factor-list.tsx';
import { RecoveryCodes } from '#web/features/settings/sign-in/recovery-codes.tsx';
import { useInlineForm } from '#web/features/settings/sign-in/use-inline-form.ts';
import { describePasskeyObstacle } from '#web/session/passkeys.ts';
import { useSecurity } from '#web/session/proof/use-security.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const RECOVERY_CODE = { one: 'cod de rezervă', few: 'coduri de rezervă' };

/** „Securitate”: the second step of signing in, an app and passkeys, added and removed. */
export function SecondStepSetting({ user }: { user: UserDocument }) {
  const client = useQueryClient();
  const query = useSecurity(user);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const begin = useMutation({ mutationFn: () => call(beginTotp, {}) });
  const passkey = useInlineForm();
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
  const handleAdded = (made: readonly string[]) => {
    begin.reset();
    passkey.setOpen(false);
    setCodes(made);
    if (made.length === 0)
      showToast({ text: 'S-a adăugat. De pe celelalte dispozitive s-a ieșit din cont.' });
    void client.invalidateQueries({ queryKey: keys.security });
  };
  if (codes.length > 0) return <RecoveryCodes codes={codes} onKept={() => setCodes([])} />;
  if (begin.data) return <AddApp begun={begin.data} onCodes={handleAdded} onGivenUp={begin.reset} />;
  if (passkey.isOpen) return <AddPasskey onAdded={handleAdded} onGivenUp={() => passkey.setOpen(false)} />;
  const { secondFactor } = data;
  const obstacle = describePasskeyObstacle();
  return (
    <>
      {secondFactor === null ? <TurnedOff /> : <TurnedOn factor={secondFactor} />}
      <div className="mt-4 flex flex-wrap gap-3">
        {!secondFactor?.appSince && (
          <Button look="quiet" busy={begin.isPending} onClick={() => begin.mutate()}>
            {secondFactor === null ? 'Pornește verificarea în doi pași' : 'Adaugă o aplicație de coduri'}
          </Button>
        )}
        {obstacle === null && (
          <Button
            ref={passkey.button}
            look="quiet"
            disabled={(secondFactor?.passkeys.length ?? 0) >= MOST_PASSKEYS}
            onClick={() => passkey.setOpen(true)}
          >
            {secondFactor === null ? 'Pornește cu o cheie de acces' : 'Adaugă o cheie de acces'}
          </Button>
        )}
        {secondFactor !== null && <Acts onCodes={handleAdded} />}
      </div>
      {obstacle !== null && <p className="mt-3 max-w-prose text-sm text-ink-soft">{obstacle}</p>}
    </>
  );
}

function TurnedOff() {
  return (
    <p className="max-w-prose text-ink-soft">
      Verificarea în doi pași e oprită. Cu ea pornită, după parolă sau Google se cere și un cod dintr-o
      aplicație de pe telefonul tău sau o cheie de acces: cine îți află parola nu poate intra doar cu ea. Când
      o pornești, de pe celelalte dispozitive se iese din cont.
    </p>
  );
}

function TurnedOn({ factor }: { factor: SecondFactor }) {
  const { since, codesLeft } = factor;
  return (
    <>
      <p role="status" className="max-w-prose">
        Verificarea în doi pași e pornită din {formatDay(new Date(since))}.{' '}
        {codesLeft === 0
          ? 'Nu mai ai coduri de rezervă: fă altele.'
          : `Mai ai ${formatCount(codesLeft, RECOVERY_CODE)}.`}
      </p>
      <FactorList factor={factor} />
    </>
  );
}

interface ActsProps {
  /** Shows new recovery codes. */
  readonly onCodes: (codes: readonly string[]) => void;
}

/** New recovery codes, and the way to turn everything off; each asks first. */
function Acts({ onCodes }: ActsProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<'codes' | 'off' | null>(null);
  const remake = useMutation({
    mutationFn: () => call(remakeRecoveryCodes, {}),
    onSuccess: ({ codes }) => onCodes(codes),
  });
  const remove = useMutation({
    mutationFn: () => call(removeSecondFactor, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.security }),
  });
  const confirm = (act: { mutate: () => void }) => {
    // The question of who is there comes over the page, not over this one.
    setAsked(null);
    act.mutate();
  };
  return (
    <>
      <Button look="quiet" busy={remake.isPending} onClick={() => setAsked('codes')}>
        Fă alte coduri de rezervă
      </Button>
      <Button look="danger" busy={remove.isPending} onClick={() => setAsked('off')}>
        Oprește verificarea în doi pași
      </Button>
      <AlertDialog
        open={asked === 'codes'}
        title="Faci alte coduri de rezervă?"
        body="Codurile de acum nu vor mai merge. De pe celelalte dispozitive se iese din cont."
        confirm="Fă alte coduri"
        cancel="Le păstrez pe acestea"
        danger
        onConfirm={() => confirm(remake)}
        onCancel={() => setAsked(null)}
      />
      <AlertDialog
        open={asked === 'off'}
        title="Oprești verificarea în doi pași?"
        body="Aplicația, cheile de acces și codurile de rezervă nu vor mai merge, iar la intrare nu se va mai cere al doilea pas. De pe celelalte dispozitive se iese din cont."
        confirm="Oprește"
        cancel="Rămâne pornită"
        danger
        onConfirm={() => confirm(remove)}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}
