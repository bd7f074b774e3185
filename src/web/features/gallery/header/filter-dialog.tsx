import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { listOutputs } from '#contract/gallery.ts';
import { BATCH_GROUPS } from '#domain/batches/states.ts';
import { GALLERY_SORTS, PHOTO_USES } from '#domain/photos/gallery.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { BatchChoice } from '#web/features/gallery/batches/batch-choice.tsx';
import { useBatches } from '#web/features/gallery/batches/use-batches.ts';
import type { Filters, GalleryUrl } from '#web/features/gallery/gallery-url.ts';
import { GROUP_WORDS, SORT_WORDS, USE_WORDS } from '#web/features/gallery/header/filter-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';
import { NativeSelect } from '#web/ui/fields/native-select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';

interface FilterDialogProps {
  readonly galleryUrl: GalleryUrl;
  readonly onApply: (filters: Filters) => void;
  readonly onClose: () => void;
}

interface PartProps {
  readonly filters: Filters;
  readonly set: (change: Filters) => void;
}

const ALL = 'all';
const buildChoices = <V extends string>(values: readonly V[], words: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: words[value] }));

/** Everything that narrows or orders the page, put on at once. */
export function FilterDialog({ galleryUrl, onApply, onClose }: FilterDialogProps) {
  const { view } = galleryUrl;
  const [filters, setFilters] = useState(galleryUrl.filters);
  const set = (change: Filters) => setFilters({ ...filters, ...change });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onApply(filters);
  };
  return (
    <Dialog open sheet title="Filtre" onOpenChange={(open) => open || onClose()}>
      <form onSubmit={handleSubmit} className="mt-4 flex flex-col gap-5">
        {view === 'lots' ? (
          <ChoiceRow
            label="Starea lotului"
            value={filters.group ?? ALL}
            choices={[{ value: ALL, label: 'Toate' }, ...buildChoices(BATCH_GROUPS, GROUP_WORDS)]}
            onChange={(value) => set({ group: value === ALL ? undefined : value })}
          />
        ) : (
          <>
            <ChoiceRow
              label="Ordine"
              value={filters.sort ?? 'newest'}
              choices={buildChoices(GALLERY_SORTS, SORT_WORDS)}
              onChange={(sort) => set({ sort: sort === 'newest' ? undefined : sort })}
            />
            {view === 'photos' && (
              <ChoiceRow
                label="Ce s-a făcut cu ele"
                value={filters.use ?? ALL}
                choices={[{ value: ALL, label: 'Toate' }, ...buildChoices(PHOTO_USES, USE_WORDS)]}
                onChange={(value) => set({ use: value === ALL ? undefined : value })}
              />
            )}
            <OutputAndDays filters={filters} set={set} />
            <OneBatch filters={filters} set={set} />
          </>
        )}
        <div className="sticky -bottom-6 -mb-6 flex flex-wrap gap-2.5 bg-card pt-2 pb-6">
          <Button type="submit">Arată</Button>
          <Button look="quiet" onClick={() => onApply(filters.q ? { q: filters.q } : {})}>
            Șterge filtrele
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function OutputAndDays({ filters, set }: PartProps) {
  const query = useQuery({
    queryKey: keys.galleryOutputs,
    queryFn: ({ signal }) => call(listOutputs, {}, { signal }),
  });
  const labels = query.data?.outputs ?? (filters.output ? [filters.output] : []);
  return (
    <>
      {!query.data && <ReadFailed query={query} what="Variantele nu s-au putut citi." />}
      {labels.length > 0 && (
        <NativeSelect
          name="output"
          label="Variantă"
          placeholder="Toate"
          autoComplete="off"
          value={filters.output ?? ''}
          choices={labels.map((label) => ({ value: label, label }))}
          onChange={(output) => set({ output: output || undefined })}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <TextField
          type="date"
          label="De pe"
          value={filters.from ?? ''}
          max={filters.to}
          onChange={(event) => set({ from: event.currentTarget.value || undefined })}
        />
        <TextField
          type="date"
          label="Până pe"
          value={filters.to ?? ''}
          min={filters.from}
          onChange={(event) => set({ to: event.currentTarget.value || undefined })}
        />
      </div>
    </>
  );
}

function OneBatch({ filters, set }: PartProps) {
  const [search, setSearch] = useState('');
  const { query, batches } = useBatches({ q: useDeferredValue(search.trim()) || undefined });
  return (
    <BatchChoice
      search={search}
      onSearch={setSearch}
      query={query}
      batches={batches}
      chosen={filters.lot ?? null}
      onChoose={({ id }) => set({ lot: id })}
    />
  );
}
