import type { ListedBatch } from '#contract/batches.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { type Readable, ReadFailed } from '#web/api/read-failed.tsx';
import { batchLabel, batchName } from '#web/text/batch-words.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface BatchChoiceProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly query: Readable & { readonly isPending: boolean };
  readonly batches: readonly ListedBatch[];
  readonly chosen: string | null;
  readonly onChoose: (batch: ListedBatch) => void;
}

/** One of the user's batches, the newest first, or found by its name. */
export function BatchChoice({ search, onSearch, query, batches, chosen, onChoose }: BatchChoiceProps) {
  return (
    <div className="flex flex-col gap-3">
      <TextField
        type="search"
        label="Lotul"
        placeholder="Caută un lot"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      {query.isPending ? (
        <Skeleton className="h-40" />
      ) : query.error && batches.length === 0 ? (
        <ReadFailed query={query} />
      ) : (
        <fieldset className="max-h-52 overflow-y-auto rounded-xl border border-line">
          <legend className="sr-only">Loturile tale</legend>
          {batches.length === 0 && <p className="p-4 text-ink-soft">Niciun lot cu numele acesta.</p>}
          {batches.map((batch) => (
            <label
              key={batch.id}
              className="flex min-h-12 cursor-pointer items-center gap-3 border-b border-line px-3 py-1.5 last:border-0 has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:-outline-offset-2"
            >
              <input
                type="radio"
                name="lot"
                checked={batch.id === chosen}
                onChange={() => onChoose(batch)}
                className="size-5 shrink-0 accent-signal"
              />
              <span aria-hidden className="h-9 w-12 shrink-0 overflow-hidden rounded-md bg-sunken">
                {batch.coverIds[0] && (
                  <Thumb plain src={thumbnailUrl(batch.coverIds[0])} thumbhash={null} alt="" />
                )}
              </span>
              <span className="min-w-0">
                <span className="block truncate font-medium">{batchName(batch)}</span>
                <span className="block text-sm text-ink-soft">
                  {batchLabel(batch.number)} · {formatCount(batch.photoCount, NOUNS.photo)}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
