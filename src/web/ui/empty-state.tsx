import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The next step: a button or a link. */
  readonly action?: ReactNode;
  readonly heading?: 'h1' | 'h2';
}

/** Nothing here yet, and what to do about it: three unexposed frames and a next step. */
export function EmptyState({ title, children, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-4 py-10 text-center">
      <div aria-hidden className="film film-tight flex gap-2">
        {[0, 1, 2].map((frame) => (
          <div key={frame} className="h-11 w-14 rounded-lg bg-film-raised" />
        ))}
      </div>
      <Heading className="text-2xl">{title}</Heading>
      {children && <div className="text-ink-soft">{children}</div>}
      {action}
    </div>
  );
}
