import type { ReactNode } from 'react';

/** A problem of the whole form; announced at once. */
export function RefusalNote({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {text !== null && <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">{text}</p>}
    </div>
  );
}

/** A note about what has happened; announced politely. */
export function News({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-xl bg-sunken px-4 py-3 font-medium">
      {children}
    </p>
  );
}
