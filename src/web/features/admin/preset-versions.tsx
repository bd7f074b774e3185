import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listPresetVersions } from '#contract/presets.ts';
import type { ReplyOf } from '#contract/route.ts';
import { formatBytes } from '#domain/language/size.ts';
import { call } from '#web/api/call.ts';
import { Failed } from '#web/features/admin/paged-list.tsx';
import { PresetVersionForm } from '#web/features/admin/preset-version-form.tsx';
import { ACTS } from '#web/features/admin/user-words.ts';
import { sinceWords, VersionPill } from '#web/features/admin/version-date.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';
import { showToast } from '#web/ui/toast.ts';

export type PresetVersion = ReplyOf<typeof listPresetVersions>['versions'][number];
const KEY = ['admin-presets'];

/** Every marketplace preset with its versions; a new one is added, none is changed. */
export function PresetVersions() {
  const client = useQueryClient();
  const [editing, setEditing] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(listPresetVersions, {}, { signal }),
    staleTime: 0,
  });
  const now = new Date();
  const keys = [...new Set(data?.versions.map(({ key }) => key))];
  const versionsOf = (key: string | null) => data?.versions.filter((version) => version.key === key) ?? [];
  const base = versionsOf(editing).find(({ validFrom }) => new Date(validFrom) <= now);
  return (
    <section aria-label="Șabloane" className="mt-12">
      <h2 className="text-2xl">Șabloane</h2>
      <p className="mt-1.5 mb-4 max-w-prose text-sm text-ink-soft">
        Ce cere fiecare loc de vânzare. Loturile iau versiunea nouă la următoarea pornire; procesările
        începute o păstrează pe a lor.
      </p>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <>
          <LoadingNote />
          <Skeleton className="h-64 rounded-3xl" />
        </>
      )}
      <ul aria-label="Șabloane" className="grid gap-4 lg:grid-cols-2">
        {keys.map((key) => {
          const versions = versionsOf(key);
          const label = versions[0]?.label ?? key;
          return (
            <li key={key} className="min-w-0 rounded-3xl border border-line bg-card p-5">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h3 className="min-w-0 text-lg break-words">{label}</h3>
                <Button
                  look="quiet"
                  small
                  aria-label={`Versiune nouă: ${label}`}
                  onClick={() => setEditing(key)}
                >
                  Versiune nouă
                </Button>
              </div>
              <ol className="mt-2 divide-y divide-line">
                {versions.map((version) => (
                  <li key={version.validFrom} className="py-2.5">
                    <p className="flex flex-wrap items-center gap-2">
                      <span className="font-semibold">{sizesOf(version)}</span>
                      <VersionPill version={version} all={versions} now={now} />
                      {version.withdrawn && <Pill tone="danger">retras</Pill>}
                    </p>
                    <p className="text-sm break-words text-ink-soft">
                      {sinceWords(version)} · {version.source}
                      {version.verified ? `, verificat ${version.verified}` : ''}
                    </p>
                  </li>
                ))}
              </ol>
            </li>
          );
        })}
      </ul>
      <Dialog
        sheet
        wide
        open={base !== undefined}
        onOpenChange={() => setEditing(null)}
        title={base ? `Versiune nouă: ${base.label}` : ''}
      >
        {base && (
          <PresetVersionForm
            base={base}
            onAdded={(versions) => {
              client.setQueryData(KEY, versions);
              void client.invalidateQueries({ queryKey: [ACTS] });
              showToast({ text: 'Versiunea s-a adăugat.' });
              setEditing(null);
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

function sizesOf({ renditions }: PresetVersion): string {
  return renditions
    .map(
      ({ width, height, format, maxBytes }) =>
        `${width} × ${height} ${format.toUpperCase()}${maxBytes === null ? '' : `, ≤ ${formatBytes(maxBytes)}`}`,
    )
    .join(' și ');
}
