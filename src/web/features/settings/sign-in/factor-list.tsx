import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, type LucideIcon, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { type Passkey, removePasskey } from '#contract/account/passkeys.ts';
import { removeTotp } from '#contract/account/second-factor.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { readSecurity } from '#contract/security.ts';
import { formatDay } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { describeDayOfUse } from '#web/text/day-of-use.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';
import { Pill } from '#web/ui/pill.tsx';

export type SecondFactor = NonNullable<ReplyOf<typeof readSecurity>['secondFactor']>;

/** What the account asks for at sign-in, the app and passkeys, each with the button that removes it. */
export function FactorList({ factor: { appSince, passkeys } }: { factor: SecondFactor }) {
  const isOnly = passkeys.length + (appSince === null ? 0 : 1) === 1;
  return (
    <ul aria-label="Ce se cere la intrare" className="mt-4 border-b border-line">
      {appSince !== null && (
        <FactorRow
          icon={Smartphone}
          name="Aplicația de coduri"
          facts={`din ${formatDay(new Date(appSince))}`}
          isOnly={isOnly}
          remove={() => call(removeTotp, {})}
        />
      )}
      {passkeys.map((passkey) => (
        <FactorRow
          key={passkey.id}
          icon={KeyRound}
          name={passkey.name}
          facts={describePasskey(passkey, new Date())}
          isBlocked={passkey.isBlocked}
          isOnly={isOnly}
          remove={() => call(removePasskey, { params: { passkeyId: passkey.id } })}
        />
      ))}
    </ul>
  );
}

function describePasskey({ usedAt, madeAt, isBlocked }: Passkey, now: Date): string {
  if (isBlocked) return 'Pare să aibă o copie, așa că nu mai merge. Scoate-o.';
  const used = usedAt === null ? 'nefolosită încă' : `folosită ${describeDayOfUse(new Date(usedAt), now)}`;
  return `Cheie de acces · ${used} · din ${formatDay(new Date(madeAt))}`;
}

interface FactorRowProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly facts: string;
  readonly isBlocked?: boolean;
  /** True when nothing else is asked for. */
  readonly isOnly: boolean;
  readonly remove: () => Promise<unknown>;
}

function FactorRow({ icon: Icon, name, facts, isBlocked = false, isOnly, ...props }: FactorRowProps) {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: props.remove,
    onSettled: () => client.invalidateQueries({ queryKey: keys.security }),
  });
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line py-3">
      <Icon aria-hidden size={20} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {name} {isBlocked && <Pill>blocată</Pill>}
        </p>
        <p className="text-sm text-ink-soft">{facts}</p>
      </div>
      <Button
        look="quiet"
        small
        busy={remove.isPending}
        aria-label={`Scoate: ${name}`}
        onClick={() => setAsked(true)}
      >
        Scoate
      </Button>
      <AlertDialog
        open={isAsked}
        danger
        title={`Scoți „${name}”?`}
        body={`${
          isOnly ? 'La intrare nu se va mai cere al doilea pas.' : 'La intrare rămâne ce mai e în listă.'
        } De pe celelalte dispozitive se iese din cont.`}
        confirm="Scoate"
        cancel="Las-o așa"
        onConfirm={() => {
          // The question of who is there comes over the page, not over this one.
          setAsked(false);
          remove.mutate();
        }}
        onCancel={() => setAsked(false)}
      />
    </li>
  );
}
