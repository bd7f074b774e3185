import clsx from 'clsx';
import { errorMessage } from '#web/api/api-error.ts';
import { useTold } from '#web/api/told.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** What TanStack Query answers of a read, as far as it takes to say that it failed. */
export interface Readable {
  readonly error: Error | null;
  refetch(): unknown;
}

interface ReadFailedProps {
  readonly query: Readable;
  /** What is missing, where the place does not say it: „Rețetele tale nu s-au putut citi.” */
  readonly what?: string;
  /** As an area of its own among others. */
  readonly panel?: boolean;
}

/** In the place of what could not be read: why, and another try. Nothing when all went well. */
export function ReadFailed({ query, what, panel = false }: ReadFailedProps) {
  const { error, refetch } = query;
  useTold(error);
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
        {what} {errorMessage(error)}
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

/** The same where there is nothing else to show. */
export function PageReadFailed({ query, title, heading = 'h1' }: PageReadFailedProps) {
  const { error, refetch } = query;
  useTold(error);
  return (
    <EmptyState
      heading={heading}
      title={title}
      action={<Button onClick={() => void refetch()}>Încearcă din nou</Button>}
    >
      <p role="alert">{error && errorMessage(error)}</p>
    </EmptyState>
  );
}
