import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type CatalogueReply, chooseModel } from '#contract/admin/admin.ts';
import { formatBytes } from '#domain/language/size.ts';
import { call } from '#web/api/call.ts';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';
import { ModelQuestion, needsQuestion } from '#web/features/admin/system/model-questions.tsx';
import { autoSentence, costWords } from '#web/features/admin/system/model-words.ts';
import { OVERVIEW } from '#web/features/admin/system/overview.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { Pill } from '#web/ui/pill.tsx';

export const MODELS = ['admin-models'];

type Listed = CatalogueReply['models'][number];

const LIST = 'mt-4 divide-y divide-line rounded-3xl border border-line bg-card';

/** The model that the settings name, without a choice: its size and what is known of its cost. */
export function SetModel({ reply }: { reply: CatalogueReply }) {
  if (reply.models.length === 0) return null;
  return (
    <ul aria-label="Modele" className={LIST}>
      {reply.models.map((model) => (
        <ModelRow key={model.key} model={model} reply={reply} />
      ))}
    </ul>
  );
}

/** The choices of admins: which model, by itself, or none. */
export function ModelList({ reply }: { reply: CatalogueReply }) {
  const client = useQueryClient();
  const choose = useMutation({
    mutationFn: (choice: string) => call(chooseModel, { body: { choice } }),
    onSettled: () => setAsked(null),
    onSuccess: (next) => {
      client.setQueryData(MODELS, next);
      for (const queryKey of [OVERVIEW, [AUDIT_LOG]]) void client.invalidateQueries({ queryKey });
    },
  });
  const [asked, setAsked] = useState<string | null>(null);
  const { choice, state } = reply;
  const want = (one: string) => (needsQuestion(reply, one) ? setAsked(one) : choose.mutate(one));
  const isBusy = (one: string) => choose.isPending && choose.variables === one;
  const why = autoSentence(reply);
  return (
    <>
      {choice === 'auto' && why && <p className="mt-2 text-sm text-ink-soft">{why}</p>}
      <p className="mt-4 flex flex-wrap gap-2">
        {(state === 'idle' || state === 'waiting') && (
          <Button small busy={isBusy(choice)} onClick={() => want(choice)}>
            Descarcă acum
          </Button>
        )}
        {choice !== 'auto' && (
          <Button look="quiet" small busy={isBusy('auto')} onClick={() => want('auto')}>
            Lasă serverul să aleagă
          </Button>
        )}
        {state !== 'refused' && (
          <Button look="quiet" small busy={isBusy('off')} onClick={() => want('off')}>
            Nu folosi niciun model
          </Button>
        )}
      </p>
      <ul aria-label="Modele" className={LIST}>
        {reply.models.map((model) => (
          <ModelRow key={model.key} model={model} reply={reply}>
            {reply.chosen === model.key ? (
              <span className="inline-flex min-h-9 items-center text-sm font-semibold">
                {choice === 'auto' ? 'Ales de server' : 'Ales'}
              </span>
            ) : (
              <Button
                look="quiet"
                small
                busy={isBusy(model.key)}
                aria-label={`Folosește ${model.name}`}
                onClick={() => want(model.key)}
              >
                Folosește
              </Button>
            )}
          </ModelRow>
        ))}
      </ul>
      <ModelQuestion
        choice={asked}
        reply={reply}
        busy={choose.isPending}
        onConfirm={() => asked && choose.mutate(asked)}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}

interface ModelRowProps {
  readonly model: Listed;
  readonly reply: CatalogueReply;
  /** What an admin can do with it. */
  readonly children?: ReactNode;
}

function ModelRow({ model, reply, children }: ModelRowProps) {
  const { key, name, licence, source, bytes, isHere } = model;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {reply.inUse === key ? <Pill tone="signal">decupează</Pill> : isHere && <Pill>pe server</Pill>}
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          {licence} · {formatBytes(bytes)}
          {source && (
            <>
              {' · '}
              <a
                href={source}
                className="link inline-flex min-h-6 items-center"
                rel="noreferrer"
                target="_blank"
              >
                sursa
              </a>
            </>
          )}
        </p>
        <p className="text-sm text-ink-soft">{costWords(model, reply.cores)}</p>
      </div>
      {children}
    </li>
  );
}
