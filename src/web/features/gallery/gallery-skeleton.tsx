import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const WIDTHS = ['w-40', 'w-28', 'w-44', 'w-36', 'w-24', 'w-48', 'w-32', 'w-40'];

export function GallerySkeleton() {
  return (
    <div className="mt-6">
      <LoadingNote>Se încarcă fotografiile…</LoadingNote>
      <Skeleton className="mb-3 h-6 w-24" />
      <div className="flex flex-wrap gap-1.5">
        {WIDTHS.map((width, i) => (
          <Skeleton key={`${width}-${i < 4 ? 'a' : 'b'}`} className={`h-36 grow ${width}`} />
        ))}
      </div>
    </div>
  );
}

export function BatchesSkeleton() {
  return (
    <div className="mt-5 grid gap-4 lg:grid-cols-2">
      <LoadingNote>Se încarcă loturile…</LoadingNote>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-44 rounded-3xl" />
      ))}
    </div>
  );
}
