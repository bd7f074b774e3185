import clsx from 'clsx';

/** A place that will be filled. Size comes from the caller's classes („h-6 w-40”). */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('skeleton', className)} />;
}

/** Screen-reader text while skeletons are shown. */
export function LoadingNote({ children = 'Se încarcă…' }: { children?: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  );
}
