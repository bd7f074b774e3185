import { ChevronDown } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import {
  downloadHandIns,
  type HandInDocument,
  type HandIns as HandInsPage,
} from '#contract/admin/admin-hand-ins.ts';
import { fillPath } from '#contract/route.ts';
import type { HandInList } from '#domain/invoices/hand-in.ts';
import { dueWords, unknownYearWords } from '#domain/invoices/hand-in-words.ts';
import { wayThereWords } from '#domain/invoices/way-there-words.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { type HandInAct, HandInDialog } from '#web/features/admin/books/hand-in-dialog.tsx';
import { HandInRow } from '#web/features/admin/books/hand-in-row.tsx';
import { HandInsBefore } from '#web/features/admin/books/hand-ins-before.tsx';
import { SendBefore, SendingNotes } from '#web/features/admin/books/sendings.tsx';
import { useHandIns } from '#web/features/admin/books/use-hand-ins.ts';
import { focusLater } from '#web/features/admin/shared/focus-later.ts';
import { PagedList } from '#web/features/admin/shared/paged-list.tsx';
import { useViewer } from '#web/features/admin/shared/use-viewer.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingNote } from '#web/ui/skeleton.tsx';

/** „De predat”: documents that RO e-Factura waits for, overdue ones first; renders nothing while the server keeps no such list. */
export function HandIns() {
  const query = useHandIns('due');
  const heading = useRef<HTMLHeadingElement>(null);
  const { isAdmin } = useViewer();
  const first = query.data?.pages[0];
  if (!first) return query.isError ? <ReadFailed query={query} panel /> : <LoadingNote />;
  if (first.mode === 'off') return null;
  const { counts, sendings, unsent, unknownYear } = first;
  const areTrials = unsent?.lastDay === null;
  const before = isAdmin && unsent && (
    <SendBefore count={sendings.unsent} unsent={unsent} heading={heading} />
  );
  return (
    <section aria-label="De predat" className="mt-8 max-w-4xl">
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        De predat în RO e-Factura
      </h2>
      <p className="mt-1.5 max-w-prose text-ink-soft">
        Fiecare factură și fiecare storno se predă în cinci zile lucrătoare de la emitere.{' '}
        {wayThereWords(first.mode, isAdmin)}
      </p>
      <SendingNotes page={first} />
      {unknownYear !== null && (
        <p role="alert" className="mt-4 rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
          {unknownYearWords(unknownYear)}
        </p>
      )}
      {counts.due > 0 && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <span className="font-semibold">{dueWords(counts)}</span>
          <ZipLink list="due" />
        </p>
      )}
      {!areTrials && before}
      <div className="mt-4">
        <Documents list="due" query={query} heading={heading} empty={<NothingDue page={first} />} />
      </div>
      {areTrials && before}
      {counts.trials > 0 && (
        <Fold title="Documente de probă" count={counts.trials} isOpenAtFirst={sendings.rejected > 0}>
          <p className="mb-2 flex max-w-prose flex-wrap items-center gap-2 text-ink-soft">
            <Pill tone="film">MOD TEST</Pill> Se trimit doar la un mediu de probă; nu se predau și nu au
            termen.
          </p>
          <OtherDocuments list="trials" heading={heading} />
        </Fold>
      )}
      {sendings.sent > 0 && (
        <Fold title="Acceptate de ANAF" count={sendings.sent}>
          <OtherDocuments list="sent" heading={heading} />
        </Fold>
      )}
      {counts.before > 0 && (
        <Fold title="Dinaintea acestei liste" count={counts.before}>
          {isAdmin ? (
            <HandInsBefore total={counts.before} zip={<ZipLink list="before" />} heading={heading} />
          ) : (
            <>
              <ZipLink list="before" />
              <OtherDocuments list="before" heading={heading} />
            </>
          )}
        </Fold>
      )}
      {counts.handedIn > 0 && (
        <Fold title="Predate" count={counts.handedIn}>
          <OtherDocuments list="handed-in" heading={heading} />
        </Fold>
      )}
    </section>
  );
}

function NothingDue({ page: { onlyTrials } }: { page: HandInsPage }) {
  return (
    <EmptyState title={onlyTrials ? 'Nimic adevărat de predat' : 'Nimic de predat'}>
      {onlyTrials
        ? 'Documentele de până acum sunt de probă (MOD TEST) și nu se predau. Lista se umple la prima plată adevărată.'
        : 'Facturile și stornările noi apar aici, cu ultima lor zi.'}
    </EmptyState>
  );
}

function ZipLink({ list }: { list: 'due' | 'before' }) {
  return (
    <a
      href={fillPath(downloadHandIns.path, { list })}
      download
      className={buttonClass({ look: 'quiet', small: true })}
    >
      Fișierele, ZIP
    </a>
  );
}

interface FoldProps {
  readonly title: string;
  readonly count: number;
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

/** A list that is read when it is opened. */
function Fold({ title, count, isOpenAtFirst = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <section aria-label={title} className="mt-6">
      <h3 className="text-xl">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center justify-between gap-3 rounded-xl text-left"
        >
          <span>
            {title} <span className="text-base text-ink-soft">{formatCount(count, NOUNS.document)}</span>
          </span>
          <ChevronDown aria-hidden size={20} className={isOpen ? 'shrink-0 rotate-180' : 'shrink-0'} />
        </button>
      </h3>
      {isOpen && <div className="mt-2">{children}</div>}
    </section>
  );
}

interface OtherDocumentsProps {
  readonly list: HandInList;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

function OtherDocuments({ list, heading }: OtherDocumentsProps) {
  return <Documents list={list} query={useHandIns(list)} heading={heading} empty={null} />;
}

interface DocumentsProps {
  readonly list: HandInList;
  readonly query: ReturnType<typeof useHandIns>;
  /** Gets the focus when the row that had it is gone. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly empty: ReactNode;
}

const LIST_LABELS: Readonly<Record<HandInList, string>> = {
  due: 'Documente de predat',
  before: 'Documente dinaintea acestei liste',
  'handed-in': 'Documente predate',
  sent: 'Documente acceptate de ANAF',
  trials: 'Documente de probă',
};
const ACT_LABELS: Readonly<Record<HandInAct, string>> = {
  mark: 'Marchează ca predată',
  undo: 'Anulează marcarea',
  again: 'Trimite din nou',
};

/** A storno that waits for its invoice was never sent before. */
function labelAct(act: HandInAct, { sending }: HandInDocument): string {
  return act === 'again' && sending?.state === 'waiting' ? 'Trimite fără factură' : ACT_LABELS[act];
}

/** Returns what may be done about a document: one that is on its way to ANAF is marked by no admin. */
function actsOn({ mark, mayMark, sending }: HandInDocument, list: HandInList): HandInAct[] {
  if (mark) return list === 'sent' ? [] : ['undo'];
  return [
    ...(sending?.mayGoAgain ? ['again' as const] : []),
    ...(mayMark && list === 'due' ? ['mark' as const] : []),
  ];
}

/** Rows of a list, each with what may be done about it. */
function Documents({ list, query, heading, empty }: DocumentsProps) {
  const { isAdmin } = useViewer();
  const [chosen, setChosen] = useState<{ document: HandInDocument; act: HandInAct } | null>(null);
  return (
    <>
      <PagedList
        label={LIST_LABELS[list]}
        query={query}
        itemsOf={(page) => page.documents}
        keyOf={({ id }) => id}
        row={(document) => (
          <HandInRow document={document}>
            {(isAdmin ? actsOn(document, list) : []).map((act) => (
              <Button
                key={act}
                look="quiet"
                small
                aria-label={`${labelAct(act, document)}, ${document.name}`}
                onClick={() => setChosen({ document, act })}
              >
                {labelAct(act, document)}
              </Button>
            ))}
          </HandInRow>
        )}
        empty={empty}
      />
      {chosen && (
        <HandInDialog
          {...chosen}
          onClose={() => setChosen(null)}
          onDone={() => {
            setChosen(null);
            focusLater(heading);
          }}
        />
      )}
    </>
  );
}
