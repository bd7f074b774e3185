import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useState } from 'react';
import { markHandedInBefore } from '#contract/admin/admin-hand-ins.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { HandInRow } from '#web/features/admin/books/hand-in-row.tsx';
import { HAND_INS, useHandIns } from '#web/features/admin/books/use-hand-ins.ts';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { focusLater } from '#web/features/admin/shared/focus-later.ts';
import { PagedList } from '#web/features/admin/shared/paged-list.tsx';
import { useIdempotencyKey } from '#web/features/admin/shared/use-idempotency-key.ts';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';
import { showToast } from '#web/ui/layers/toast.ts';

interface HandInsBeforeProps {
  readonly total: number;
  readonly zip: ReactNode;
  /** Gets the focus when nothing is left here. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** Documents issued before the list was there, marked together for one reason. `null` stands for all of them, also those not shown yet. */
export function HandInsBefore({ total, zip, heading }: HandInsBeforeProps) {
  const query = useHandIns('before');
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(new Set());
  const shown = query.data?.pages.flatMap(({ documents }) => documents.map(({ id }) => id)) ?? [];
  const count = chosen === null ? total : chosen.size;
  const toggle = (id: string) => {
    const next = new Set(chosen ?? shown);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const { isPending, error, mutate } = useMarkBefore(chosen, () => {
    setChosen(new Set());
    focusLater(heading);
  });
  return (
    <>
      <p className="max-w-prose text-ink-soft">
        Au fost emise înainte ca Fotolot să aibă lista și nu vin mesaje despre ele. Marchează-le împreună,
        după ce te-ai asigurat că sunt în RO e-Factura.
      </p>
      <div className="my-3 flex flex-wrap items-center justify-between gap-3">
        <label className="flex min-h-9 cursor-pointer items-center gap-3 font-semibold">
          <input
            type="checkbox"
            checked={chosen === null}
            onChange={({ target }) => setChosen(target.checked ? null : new Set())}
            className="size-6 shrink-0 accent-ink"
          />
          Alege-le pe toate
        </label>
        {zip}
      </div>
      <PagedList
        label="Documente dinaintea acestei liste"
        query={query}
        itemsOf={(page) => page.documents}
        keyOf={({ id }) => id}
        row={(document) => (
          <HandInRow
            document={document}
            box={
              <input
                type="checkbox"
                aria-label={`Alege ${document.name}`}
                checked={chosen?.has(document.id) ?? true}
                onChange={() => toggle(document.id)}
                className="size-6 shrink-0 accent-ink"
              />
            }
          />
        )}
        empty={null}
      />
      <DecisionForm
        title="Marchează împreună"
        act="Marchează ca predate"
        question={`Marchezi ${formatCount(count, NOUNS.document)} ca predate?`}
        consequence="Nu mai așteaptă nimic la ele. Fiecare marcare se poate anula."
        confirm="Marchează"
        decision={{ isBusy: isPending, decide: (reason, then) => mutate(reason, then) }}
        isReady={() => count > 0}
      >
        {count === 0
          ? 'Alege întâi documentele.'
          : `${formatCount(count, NOUNS.document)} ${count === 1 ? 'ales' : 'alese'}.`}
      </DecisionForm>
      <div role="alert" className="empty:hidden">
        {error && (
          <p className="mt-3 rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
            {errorMessage(error)}
          </p>
        )}
      </div>
    </>
  );
}

/** Returns the mutation of the chosen documents; `null`: of all. */
function useMarkBefore(chosen: ReadonlySet<string> | null, onMarked: () => void) {
  const client = useQueryClient();
  const press = useIdempotencyKey();
  return useMutation({
    mutationFn: (reason: string) => {
      const facts = { reason, ...(chosen && { invoiceIds: [...chosen] }) };
      return call(markHandedInBefore, { body: { ...facts, key: press.of(facts) } });
    },
    meta: { silent: true },
    onSuccess: async ({ marked }) => {
      press.done();
      void client.invalidateQueries({ queryKey: [AUDIT_LOG] });
      showToast({
        text: `${formatCount(marked, NOUNS.document)} ${marked === 1 ? 'marcat ca predat' : 'marcate ca predate'}.`,
      });
      // Once the list is read again this form may be gone, and its question with it.
      await client.invalidateQueries({ queryKey: [HAND_INS] });
      onMarked();
    },
    onError: () => client.invalidateQueries({ queryKey: [HAND_INS] }),
  });
}
