import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type LotPage, publishLotPage } from '#contract/adverts/pages.ts';
import type { Batch } from '#contract/batches.ts';
import { PAGE_LIMITS } from '#domain/adverts/lot-page.ts';
import { plusDays } from '#domain/days.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { call } from '#web/api/call.ts';
import { pageQuery } from '#web/features/batches/advert/advert-queries.ts';
import {
  beginDraft,
  checkDraft,
  type DraftProblems,
  findFirstWrong,
  toContent,
} from '#web/features/batches/advert/page-draft.ts';
import { PageFields } from '#web/features/batches/advert/page-fields.tsx';
import { PagePreview } from '#web/features/batches/advert/page-preview.tsx';
import { addPicture, movePicture, removePicture } from '#web/features/batches/advert/picture-choice.ts';
import { ChosenPictures, LeftOutPictures } from '#web/features/batches/advert/picture-tiles.tsx';
import { usePagePictures } from '#web/features/batches/advert/use-page-pictures.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface PageFormProps {
  readonly batch: Batch;
  readonly presets: readonly Preset[];
  /** The page that stands, or the last one; null: there was none. */
  readonly page: LotPage | null;
}

/**
 * What becomes public, and nothing else: photos, title, price, words and phone. Its button shows the page as readers will see it; the one
 * there publishes it.
 */
export function PageForm({ batch, presets, page }: PageFormProps) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { chosen, left, notes, keys, setKeys } = usePagePictures(batch, presets, page);
  const [draft, setDraft] = useState(() => beginDraft(batch, page));
  const [isTried, setTried] = useState(false);
  const [isSeen, setSeen] = useState(false);
  const problems = checkDraft(draft);
  const goBack = () => {
    flushSync(() => setSeen(false));
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true });
  };
  const publish = useMutation({
    mutationFn: () => {
      const body = toContent(
        draft,
        chosen.map(({ key }) => key),
      );
      return call(publishLotPage, { params: { batchId: batch.id }, body });
    },
    onSuccess(answer) {
      client.setQueryData(pageQuery(batch.id).queryKey, answer);
      setTried(false);
      setDraft({ ...draft, days: null });
      goBack();
      // The link stands at the top.
      form.current?.closest('.dialog')?.scrollTo({ top: 0 });
    },
  });
  const isLooking = isSeen && chosen.length > 0;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const wrong = findFirstWrong(problems);
    const field = wrong && event.currentTarget.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
    else if (!isLooking) setSeen(chosen.length > 0);
    else if (!publish.isPending) publish.mutate();
  };
  const stands = page?.state === 'shown';
  const endsAt = draft.days === null ? new Date(page?.endsAt ?? 0) : plusDays(new Date(), draft.days);
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {isLooking ? (
        <PagePreview batch={batch} draft={draft} endsAt={endsAt} pictures={chosen} notes={notes.onPage} />
      ) : (
        <>
          {notes.all.map((note) => (
            <p key={note} className="rounded-xl bg-signal-wash px-4 py-3">
              {note}
            </p>
          ))}
          <ChosenPictures
            title="Se văd"
            noun={NOUNS.photo}
            pictures={chosen}
            onMove={(key, by) => setKeys(movePicture(keys, key, by))}
            onRemove={(key) => setKeys(removePicture(keys, key))}
          />
          <LeftOutPictures
            noun={NOUNS.photo}
            pictures={left}
            isFull={chosen.length >= PAGE_LIMITS.pictures}
            limit={`Pe o pagină încap cel mult ${formatCount(PAGE_LIMITS.pictures, NOUNS.photo)}.`}
            onAdd={(key) => setKeys(addPicture(keys, key, PAGE_LIMITS.pictures))}
          />
          <PageFields
            draft={draft}
            endsAt={stands ? new Date(page.endsAt) : null}
            problems={isTried ? problems : onlyExcess(problems, draft.title)}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
        </>
      )}
      <div className="dialog-foot flex flex-col gap-2">
        <Button
          key={isLooking ? 'publish' : 'look'}
          wide
          type="submit"
          busy={publish.isPending}
          disabled={chosen.length === 0}
        >
          {chosen.length === 0
            ? 'Alege cel puțin o fotografie'
            : isLooking
              ? stands
                ? 'Salvează schimbările'
                : 'Publică pagina'
              : stands
                ? 'Vezi și salvează'
                : 'Vezi și publică'}
        </Button>
        {isLooking && (
          <Button look="quiet" wide onClick={goBack}>
            Înapoi la schimbări
          </Button>
        )}
      </div>
    </form>
  );
}

/** What is too long is told while it is typed. */
function onlyExcess({ title, words }: DraftProblems, typed: string): DraftProblems {
  return {
    ...(title !== undefined && typed.trim() !== '' && { title }),
    ...(words !== undefined && { words }),
  };
}
