import { type RefObject, useRef, useState } from 'react';
import type { AnafConnectionShown } from '#contract/admin/admin-anaf.ts';
import { ANAF_OUTCOMES, type AnafOutcome } from '#domain/invoices/anaf-connection.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { useBeginAnaf, useCheckAnaf } from '#web/features/admin/books/anaf-acts.ts';
import { AnafEndDialog } from '#web/features/admin/books/anaf-end-dialog.tsx';
import { ANAF_OUTCOME_WORDS, anafStateWords, needsAdmin } from '#web/features/admin/books/anaf-words.ts';
import { useAnaf } from '#web/features/admin/books/use-anaf.ts';
import { focusLater } from '#web/features/admin/shared/focus-later.ts';
import { useQueryOutcome } from '#web/shared/use-query-outcome.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingNote } from '#web/ui/skeleton.tsx';

const MODE_WORDS: Readonly<Record<AnafConnectionShown['mode'], string | null>> = {
  'stand-in': 'Nu este ANAF: certificatele sunt inventate și nimic nu se declară.',
  test: 'Mediul de test al ANAF: nimic nu se declară.',
  live: null,
  off: null,
};

/** „ANAF”: whether this server sends documents by itself, until when, and what an admin has to do; nothing where it sends none. */
export function AnafCard() {
  const { outcome, forget } = useQueryOutcome('anaf', ANAF_OUTCOMES);
  const query = useAnaf();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = query;
  if (!data) return query.isError ? <ReadFailed query={query} panel /> : <LoadingNote />;
  if (data.mode === 'off') return null;
  const modeWords = MODE_WORDS[data.mode];
  return (
    <section aria-label="Conectarea la ANAF" className="mt-8 max-w-4xl">
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        Conectarea la ANAF
      </h2>
      {modeWords !== null && (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          <Pill tone="film">MOD TEST</Pill> {modeWords}
        </p>
      )}
      <OutcomeNote outcome={outcome} />
      <p className={`mt-3 max-w-prose ${needsAdmin(data) ? 'font-semibold' : ''}`}>{anafStateWords(data)}</p>
      {data.words !== null && (
        <p className="mt-1 max-w-prose text-ink-soft wrap-anywhere">ANAF spune: „{data.words}”</p>
      )}
      {data.state !== 'connected' && (
        <p className="mt-1 max-w-prose text-ink-soft">
          E nevoie de un certificat calificat cu drept în SPV pentru CUI {data.cif}: reprezentant legal,
          reprezentant desemnat sau împuternicit. Îl alegi pe pagina ANAF, care te aduce înapoi aici.
        </p>
      )}
      <Actions connection={data} heading={heading} onAct={forget} />
    </section>
  );
}

function OutcomeNote({ outcome }: { readonly outcome: AnafOutcome | null }) {
  const isGood = outcome === 'connected';
  return (
    <>
      <div role="alert" className="mt-4 empty:hidden">
        {outcome !== null && !isGood && (
          <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
            {ANAF_OUTCOME_WORDS[outcome]}
          </p>
        )}
      </div>
      <div role="status" className="mt-4 empty:hidden">
        {isGood && (
          <p className="rounded-xl bg-sunken px-4 py-3 font-medium">{ANAF_OUTCOME_WORDS[outcome]}</p>
        )}
      </div>
    </>
  );
}

interface ActionsProps {
  readonly connection: AnafConnectionShown;
  /** Gets the focus when the pressed button is gone. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onAct: () => void;
}

function Actions({ connection, heading, onAct }: ActionsProps) {
  const [isEnding, setEnding] = useState(false);
  const begin = useBeginAnaf();
  const check = useCheckAnaf();
  const { state } = connection;
  const isThere = state === 'connected' || state === 'no-right';
  return (
    <div className="mt-4 flex flex-wrap gap-2.5">
      <Button
        look={needsAdmin(connection) && state !== 'no-right' ? 'primary' : 'quiet'}
        busy={begin.isPending}
        onClick={() => begin.mutate()}
      >
        {state === 'none' ? 'Conectează ANAF' : 'Conectează din nou'}
      </Button>
      {isThere && (
        <Button
          look="quiet"
          busy={check.isPending}
          onClick={() => {
            onAct();
            check.mutate();
          }}
        >
          Verifică
        </Button>
      )}
      {state !== 'none' && (
        <Button look="quiet" onClick={() => setEnding(true)}>
          Deconectează
        </Button>
      )}
      {isEnding && (
        <AnafEndDialog
          onClose={() => setEnding(false)}
          onDone={() => {
            onAct();
            setEnding(false);
            focusLater(heading);
          }}
        />
      )}
    </div>
  );
}
