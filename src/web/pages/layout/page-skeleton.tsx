import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** As high as the screen: what stands under the page is not seen to move away. */
export function PageSkeleton() {
  return (
    <div className="page min-h-dvh">
      <LoadingNote />
      <Skeleton className="h-10 w-56" />
      <Skeleton className="mt-3 h-5 w-72" />
      <Skeleton className="mt-8 h-44 w-full" />
      <Skeleton className="mt-4 h-44 w-full" />
    </div>
  );
}
