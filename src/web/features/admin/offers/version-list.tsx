import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { type Readable, ReadFailed } from '#web/api/read-failed.tsx';
import type { Then } from '#web/features/admin/offers/use-versions.ts';
import { type Dated, sinceWords, VersionPill } from '#web/features/admin/offers/version-date.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

interface VersionedItem<V extends Dated> {
  readonly key: string;
  readonly label: string;
  /** Newest first. */
  readonly versions: readonly V[];
}

interface VersionListProps<V extends Dated> {
  readonly title: string;
  readonly help: string;
  readonly items: readonly VersionedItem<V>[] | undefined;
  readonly query: Readable;
  readonly headOf: (version: V) => ReactNode;
  readonly factsOf: (version: V) => string;
  readonly onEdit: (key: string) => void;
  /** Takes back what is only planned. */
  readonly onDrop: (key: string, validFrom: string, then: Then) => void;
  readonly isDropping: boolean;
  /** Adds a new one, where that is possible. */
  readonly add?: { readonly label: string; readonly onAdd: () => void };
}

/** Things that change by dated versions; a new one is added, none is changed. */
export function VersionList<V extends Dated>(props: VersionListProps<V>) {
  const { title, help, items, query, headOf, factsOf, onEdit, add } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<{ key: string; label: string; version: V }>();
  const [isAsking, setAsking] = useState(false);
  const now = new Date();
  return (
    <section aria-label={title} className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          {title}
        </h2>
        {add && (
          <Button look="quiet" small onClick={add.onAdd}>
            <Plus aria-hidden size={16} />
            {add.label}
          </Button>
        )}
      </div>
      <p className="mt-1.5 mb-4 max-w-prose text-sm text-ink-soft">{help}</p>
      <ReadFailed panel query={query} />
      {!items && !query.error && (
        <>
          <LoadingNote />
          <Skeleton className="h-64 rounded-3xl" />
        </>
      )}
      <ul aria-label={title} className="grid items-start gap-4 lg:grid-cols-2">
        {items?.map(({ key, label, versions }) => (
          <li key={key} className="min-w-0 rounded-3xl border border-line bg-card p-5">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h3 className="min-w-0 text-lg break-words">{label}</h3>
              <Button look="quiet" small aria-label={`Versiune nouă: ${label}`} onClick={() => onEdit(key)}>
                Versiune nouă
              </Button>
            </div>
            <ol className="mt-2 divide-y divide-line">
              {versions.map((version) => (
                <li key={version.validFrom} className="py-2.5">
                  <p className="flex flex-wrap items-center gap-2">
                    {headOf(version)}
                    <VersionPill version={version} all={versions} now={now} />
                  </p>
                  <p className="text-sm break-words text-ink-soft">
                    {sinceWords(version)} · {factsOf(version)}
                  </p>
                  {new Date(version.validFrom) > now && (
                    <div className="mt-2">
                      <Button
                        look="quiet"
                        small
                        aria-label={`Renunță la versiunea ${sinceWords(version)}: ${label}`}
                        onClick={() => {
                          setAsked({ key, label, version });
                          setAsking(true);
                        }}
                      >
                        Renunță la ea
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      {asked && (
        <DeleteQuestion
          {...asked}
          open={isAsking}
          busy={props.isDropping}
          onCancel={() => setAsking(false)}
          onConfirm={() =>
            props.onDrop(asked.key, asked.version.validFrom, {
              // The button is gone with its version.
              onSuccess: () => heading.current?.focus(),
              onSettled: () => setAsking(false),
            })
          }
        />
      )}
    </section>
  );
}

interface DeleteQuestionProps {
  readonly label: string;
  readonly version: Dated;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function DeleteQuestion({ label, version, ...rest }: DeleteQuestionProps) {
  return (
    <AlertDialog
      {...rest}
      danger
      title="Renunți la versiune?"
      body={`${label}, ${sinceWords(version)}: nu mai intră în vigoare și nu se poate pune la loc.`}
      confirm="Renunță la ea"
      cancel="Păstreaz-o"
    />
  );
}
