import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The next step: a button or a link. */
  readonly action?: ReactNode;
  readonly heading?: 'h1' | 'h2' | 'h3';
}

/** Matches „s-a”, „n-am”: no line ends at their hyphen. */
const JOINED = /(\p{L}{1,6}-\p{L}{1,6})/u;

/** Says that nothing is here yet, and what to do about it: three unexposed frames and a next step. */
export function EmptyState({ title, children, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-4 py-10 text-center">
      <div aria-hidden className="film film-tight flex gap-2">
        {[0, 1, 2].map((frame) => (
          <div key={frame} className="h-11 w-14 rounded-lg bg-film-raised" />
        ))}
      </div>
      <Heading className="text-2xl">
        {title.split(JOINED).map((part, at) =>
          JOINED.test(part) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence, which keep their order.
            <span key={at} className="whitespace-nowrap">
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </Heading>
      {children && <div className="text-ink-soft">{children}</div>}
      {action}
    </div>
  );
}
