import { ChevronDown } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';

interface DecisionFormProps {
  readonly title: string;
  readonly act: string;
  readonly question: string;
  /** The consequence, told in the question. */
  readonly consequence: string;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly decision: {
    readonly isBusy: boolean;
    decide(reason: string, then: { onSuccess: () => void; onSettled: () => void }): void;
  };
  readonly children: ReactNode;
  /** Further fields above the reason; `isReady` shows their errors and returns true when there are none. */
  readonly fields?: ReactNode;
  /** Starts closed on narrow screens, where several stand one under the other. */
  readonly folds?: boolean;
  readonly isReady?: () => boolean;
}

const LEAST = 3;

/** A decision about money: its reason, then a question. */
export function DecisionForm(props: DecisionFormProps) {
  const { title, act, question, consequence, confirm, danger = false, decision, children } = props;
  const { fields, isReady = () => true, folds = false } = props;
  const [isOpen, setOpen] = useState(() => !folds || matchMedia('(min-width: 64rem)').matches);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const missing = reason.trim().length < LEAST;
    setMissing(missing);
    if (!isReady()) return;
    if (!missing) return setAsking(true);
    const field = event.currentTarget.elements.namedItem('reason');
    if (field instanceof HTMLElement) field.focus();
  };
  return (
    <section aria-label={title} className="mt-4 rounded-3xl border border-line bg-card p-5 sm:p-6">
      {folds ? (
        <h2 className="text-xl">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-m-2 flex w-[calc(100%+1rem)] items-center justify-between gap-3 rounded-xl p-2 text-left"
          >
            {title}
            <ChevronDown aria-hidden size={20} className={isOpen ? 'rotate-180' : ''} />
          </button>
        </h2>
      ) : (
        <h2 className="text-xl">{title}</h2>
      )}
      <p className="mt-1.5 max-w-prose text-ink-soft">{children}</p>
      <form
        noValidate
        hidden={!isOpen}
        onSubmit={handleSubmit}
        className="mt-4 flex max-w-prose flex-col gap-4 [&[hidden]]:hidden"
      >
        {fields}
        <TextField
          name="reason"
          label="Motivul"
          hint="Rămâne în istoric. Fără nume de persoane."
          maxLength={300}
          autoComplete="off"
          value={reason}
          error={isMissing ? 'Scrie motivul, în câteva cuvinte.' : undefined}
          onValueChange={setReason}
        />
        <div>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={decision.isBusy}>
            {act}
          </Button>
        </div>
      </form>
      <AlertDialog
        open={isAsking}
        title={question}
        body={consequence}
        confirm={confirm}
        cancel="Renunță"
        danger={danger}
        busy={decision.isBusy}
        onConfirm={() =>
          decision.decide(reason.trim(), {
            onSuccess: () => setReason(''),
            onSettled: () => setAsking(false),
          })
        }
        onCancel={() => setAsking(false)}
      />
    </section>
  );
}
