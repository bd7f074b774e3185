import clsx from 'clsx';
import { errorAsSentence } from '#web/api/api-error.ts';
import { useReported } from '#web/api/reported-errors.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Button } from '#web/ui/fields/button.tsx';

/** The part of a TanStack Query result that is needed to report a failed read. */
export interface Readable {
  readonly error: Error | null;
  refetch(): unknown;
}

interface ReadFailedProps {
  readonly query: Readable;
  /** Names the missing data, when the place does not: „Rețetele tale nu s-au putut citi.” */
  readonly what?: string;
  /** Shown as a panel of its own. */
  readonly panel?: boolean;
}

/** Shows why a read failed, and a button to try again. Renders nothing without an error. */
export function ReadFailed({ query, what, panel = false }: ReadFailedProps) {
  const { error, refetch } = query;
  useReported(error);
  if (error === null) return null;
  return (
    <div
      role="alert"
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-3',
        panel && 'mb-4 rounded-3xl bg-danger-wash p-5 text-danger',
      )}
    >
      <p className="font-medium">
        {what} {errorAsSentence(error)}
      </p>
      <Button look="quiet" small onClick={() => void refetch()}>
        Încearcă din nou
      </Button>
    </div>
  );
}

interface PageReadFailedProps {
  readonly query: Readable;
  readonly title: string;
  readonly heading?: 'h1' | 'h2';
}

/** Shows the same on a page with nothing else to show. */
export function PageReadFailed({ query, title, heading = 'h1' }: PageReadFailedProps) {
  const { error, refetch } = query;
  useReported(error);
  return (
    <EmptyState
      heading={heading}
      title={title}
      action={<Button onClick={() => void refetch()}>Încearcă din nou</Button>}
    >
      <p role="alert">{error && errorAsSentence(error)}</p>
    </EmptyState>
  );
}
