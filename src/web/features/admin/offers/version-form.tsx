import { type FormEvent, type ReactNode, useState } from 'react';
import { diffFigures, type Figures } from '#domain/figures.ts';
import { shownChanges } from '#domain/language/audit-words.ts';
import { formatStart } from '#domain/language/time.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { type Dated, instantTyped, VersionDateField } from '#web/features/admin/offers/version-date.tsx';
import { ChangeList } from '#web/features/admin/shared/change-list.tsx';
import { Button } from '#web/ui/fields/button.tsx';

interface VersionFormProps<V extends Dated> {
  /** Existing versions, newest first; empty for something new. */
  readonly versions: readonly V[];
  readonly figuresOf: (version: V) => Figures;
  /** As the new one would be; with problems they are not what will be sent. */
  readonly figures: Figures;
  readonly problems: Readonly<Record<string, string>>;
  readonly act: string;
  readonly busy: boolean;
  readonly error: Error | null;
  /** Null when valid at once. */
  readonly onSubmit: (validFrom: string | null) => void;
  /** `shown` are the problems to say: none before the first attempt. */
  readonly children: (shown: Readonly<Record<string, string>>) => ReactNode;
}

/** A new version of something that has dates: its fields, from when it counts, and what that changes. */
export function VersionForm<V extends Dated>(props: VersionFormProps<V>) {
  const { versions, figuresOf, figures, act, busy, error, onSubmit, children } = props;
  const [from, setFrom] = useState('');
  const [isTried, setTried] = useState(false);
  const validFrom = instantTyped(from, new Date());
  const problems = {
    ...props.problems,
    ...(validFrom === undefined && { validFrom: 'Alege o clipă care n-a trecut.' }),
  };
  const shown: Readonly<Record<string, string>> = isTried ? problems : {};
  const at = validFrom ?? new Date().toISOString();
  const before = versions.find((version) => version.validFrom <= at);
  const changes = before ? shownChanges(diffFigures(figuresOf(before), figures)) : [];
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    if (validFrom !== undefined && Object.keys(props.problems).length === 0) return onSubmit(validFrom);
    const wrong = [...event.currentTarget.elements].find(
      (field) => field instanceof HTMLInputElement && field.name in problems,
    );
    if (wrong instanceof HTMLElement) wrong.focus();
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-5 flex flex-col gap-6">
      {children(shown)}
      <FieldGroup
        title="De când"
        help="Până atunci rămâne ce este acum. La o versiune care încă urmează se poate renunța; ce a fost în vigoare rămâne."
      >
        <VersionDateField value={from} error={shown.validFrom} onChange={setFrom} />
      </FieldGroup>
      {before && (
        <section aria-label="Ce se schimbă" className="rounded-2xl bg-sunken p-4">
          <h3 className="font-semibold">Ce se schimbă</h3>
          <p className="mb-2 text-sm text-ink-soft">
            față de versiunea din {formatStart(new Date(before.validFrom))}
          </p>
          {changes.length === 0 ? <p className="text-sm">Nimic încă.</p> : <ChangeList changes={changes} />}
        </section>
      )}
      <div role="alert" className="empty:hidden">
        {error && (
          <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">{errorMessage(error)}</p>
        )}
      </div>
      <Button type="submit" wide busy={busy}>
        {act}
      </Button>
    </form>
  );
}

interface FieldGroupProps {
  readonly title: string;
  readonly help?: string;
  readonly children: ReactNode;
}

/** Fields that belong together, with a word on what they do. */
export function FieldGroup({ title, help, children }: FieldGroupProps) {
  return (
    <fieldset className="min-w-0 border-t border-line pt-4">
      <legend className="float-left mb-1 w-full text-lg font-semibold">{title}</legend>
      {help && <p className="clear-both mb-3 text-sm text-ink-soft">{help}</p>}
      <div className="clear-both grid gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
