import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type beginTotp, confirmTotp } from '#contract/account/second-factor.ts';
import type { ReplyOf } from '#contract/route.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { QrCode } from '#web/shared/qr-code.tsx';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { CopyButton } from '#web/ui/fields/copy-button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface AddAppProps {
  readonly begun: ReplyOf<typeof beginTotp>;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onGivenUp: () => void;
}

/** Brings the key into an authenticator app, which then shows its first code. */
export function AddApp({ begun, onCodes, onGivenUp }: AddAppProps) {
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const confirm = useMutation({
    meta: { silent: true },
    mutationFn: (code: string) => call(confirmTotp, { body: { code } }),
    onSuccess: ({ codes }) => onCodes(codes),
    onError: (error) => setRefusal(errorMessage(error)),
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    setRefusal(code === '' ? 'Scrie codul din aplicație.' : undefined);
    if (code !== '' && !confirm.isPending) confirm.mutate(code);
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex max-w-md flex-col gap-4">
      <KeyForApp begun={begun} />
      <TextField
        name="code"
        label="Codul din aplicație"
        hint="Șase cifre, altele la 30 de secunde."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        error={refusal}
        onValueChange={() => setRefusal(undefined)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={confirm.isPending}>
          Confirmă codul
        </Button>
        <Button look="quiet" onClick={onGivenUp}>
          Renunță
        </Button>
      </div>
    </form>
  );
}

/** The key as a picture for another device's camera, and for an app on this one as a link and as text, whose groups stay whole. */
function KeyForApp({ begun: { key, uri } }: Pick<AddAppProps, 'begun'>) {
  return (
    <>
      <p>
        Deschide pe telefon o aplicație de coduri (Google Authenticator, Microsoft Authenticator, Aegis sau
        alta) și citește codul QR cu ea.
      </p>
      <QrCode text={uri} label="Cod QR pentru aplicația de coduri" />
      {/* A phone cannot read what it shows itself. */}
      <p className="hidden pointer-coarse:block">
        Dacă aplicația e chiar pe telefonul acesta, deschide-o de aici:
        <a href={uri} className={`mt-2 ${buttonClass({ look: 'quiet', wide: true })}`}>
          Deschide aplicația de coduri
        </a>
      </p>
      <div className="text-sm text-ink-soft">
        Fără cameră, pune în aplicație cheia:
        <span className="mt-1 mb-2 block font-mono text-base text-ink select-all">
          {key.replace(/(.{4})(?=.)/g, '$1 ')}
        </span>
        <CopyButton
          look="quiet"
          small
          label="Copiază cheia"
          text={key}
          said={{
            done: 'Cheia e copiată.',
            failed: 'Cheia nu s-a putut copia. Selecteaz-o și copiaz-o.',
          }}
        />
      </div>
    </>
  );
}
