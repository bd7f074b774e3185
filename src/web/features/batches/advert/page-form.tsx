import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { type LotPage, publishLotPage } from '#contract/adverts/pages.ts';
import type { Batch } from '#contract/batches.ts';
import { CURRENCIES, PAGE_DAYS, PAGE_LIMITS, type PageDays, readPhone } from '#domain/adverts/lot-page.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { call } from '#web/api/call.ts';
import { platesAfter } from '#web/editor/ready/ready-batch.ts';
import { PagePictures } from '#web/features/batches/advert/page-pictures.tsx';
import { describePlates, readPrice } from '#web/features/batches/advert/page-words.ts';
import {
  type AdvertPicture,
  findAdvertOutput,
  listOwnPictures,
} from '#web/features/batches/advert/picture-choice.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Chips } from '#web/ui/fields/chips.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { FieldLayout, TextField } from '#web/ui/fields/text-field.tsx';

const DEFAULT_DAYS: PageDays = 30;

interface PageFormProps {
  readonly batch: Batch;
  readonly presets: readonly Preset[];
  /** The page that stands, or the last one; null: there was none. */
  readonly page: LotPage | null;
}

/** What becomes public by the press of its button, and nothing else: photos, title, price, words and phone. */
export function PageForm({ batch, presets, page }: PageFormProps) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const plates = platesAfter(batch);
  const isShown = new Set([...(plates?.unseen ?? []), ...(plates?.bare ?? [])].map(({ id }) => id));
  const pictures = listOwnPictures(batch, presets, findAdvertOutput(batch)).slice(0, PAGE_LIMITS.pictures);
  const photoOf = ({ key }: AdvertPicture) => batch.results[key]?.photoId ?? '';
  const [left, setLeft] = useState(
    () => new Set(pictures.filter((picture) => isShown.has(photoOf(picture))).map(({ key }) => key)),
  );
  const [title, setTitle] = useState(page?.title ?? batch.name);
  const [price, setPrice] = useState(page?.price?.toString() ?? '');
  const [currency, setCurrency] = useState(page?.currency ?? CURRENCIES[0]);
  const [words, setWords] = useState(page?.words ?? '');
  const [phone, setPhone] = useState(page?.phone ?? '');
  const [days, setDays] = useState<PageDays>(DEFAULT_DAYS);
  const [isIndexed, setIndexed] = useState(page?.isIndexed ?? false);
  const [hasDownloads, setDownloads] = useState(page?.hasDownloads ?? false);
  const [isTried, setTried] = useState(false);
  const chosen = pictures.filter(({ key }) => !left.has(key));
  const wrong = {
    title: title.trim() === '' ? 'Scrie un titlu.' : undefined,
    price: Number.isNaN(readPrice(price)) ? 'Scrie un număr întreg, fără bani.' : undefined,
    phone: phone.trim() !== '' && readPhone(phone) === null ? 'Numărul nu e scris corect.' : undefined,
  };
  const isReady = chosen.length > 0 && Object.values(wrong).every((problem) => problem === undefined);
  const publish = useMutation({
    mutationFn: () =>
      call(publishLotPage, {
        params: { batchId: batch.id },
        body: {
          title: title.trim().slice(0, PAGE_LIMITS.title),
          price: readPrice(price),
          currency,
          words,
          phone,
          isIndexed,
          hasDownloads,
          days,
          resultIds: chosen.map(({ key }) => key),
        },
      }),
    onSuccess(answer) {
      client.setQueryData(['lot-page', batch.id], answer);
      // The link stands at the top.
      form.current?.closest('.dialog')?.scrollTo({ top: 0 });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isReady && !publish.isPending) publish.mutate();
  };
  const numbers = (ids: ReadonlySet<string>) =>
    pictures.flatMap((picture, at) => (ids.has(photoOf(picture)) ? [at + 1] : []));
  const notes = describePlates({
    shown: numbers(isShown),
    notFound: numbers(new Set((plates?.none ?? []).map(({ id }) => id))),
  });
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {notes.map((note) => (
        <p key={note} className="rounded-xl bg-signal-wash px-4 py-3">
          {note}
        </p>
      ))}
      <PagePictures
        pictures={pictures}
        left={left}
        onToggle={(key) => {
          const next = new Set(left);
          if (!next.delete(key)) next.add(key);
          setLeft(next);
        }}
      />
      <TextField
        label="Titlul"
        value={title}
        maxLength={PAGE_LIMITS.title}
        error={isTried ? wrong.title : undefined}
        onValueChange={setTitle}
      />
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-40 flex-1">
          <TextField
            label="Prețul, dacă îl spui"
            inputMode="numeric"
            value={price}
            error={isTried ? wrong.price : undefined}
            onValueChange={setPrice}
          />
        </div>
        <Chips
          label="Moneda"
          choices={CURRENCIES}
          chosen={currency}
          words={(choice) => (choice === 'RON' ? 'lei' : '€')}
          onChoose={setCurrency}
        />
      </div>
      <FieldLayout
        label="Textul, dacă vrei"
        hint="Fără adresa ta de acasă sau alte date pe care nu le dai oricui."
      >
        {(tied) => (
          <textarea
            {...tied}
            rows={4}
            maxLength={PAGE_LIMITS.words}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
            className="input py-2.5"
          />
        )}
      </FieldLayout>
      <TextField
        label="Telefonul, pentru WhatsApp"
        hint="Rămâne gol dacă nu vrei să fie public."
        type="tel"
        autoComplete="tel"
        value={phone}
        error={isTried ? wrong.phone : undefined}
        onValueChange={setPhone}
      />
      <Chips
        label="Cât stă pagina"
        choices={PAGE_DAYS}
        chosen={days}
        words={(choice) => formatCount(choice, NOUNS.day)}
        onChoose={setDays}
      />
      <div>
        <Switch label="Cine are linkul poate descărca tot" checked={hasDownloads} onChange={setDownloads} />
        <Switch label="Poate apărea în Google" checked={isIndexed} onChange={setIndexed} />
      </div>
      <div className="dialog-foot">
        <Button wide type="submit" busy={publish.isPending} disabled={chosen.length === 0}>
          {page?.state === 'shown' ? 'Salvează schimbările' : 'Publică pagina'}
        </Button>
      </div>
    </form>
  );
}
