import { CURRENCIES, CURRENCY_WORDS, PAGE_DAYS } from '#domain/adverts/lot-page.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import {
  type CheckedField,
  type DraftProblems,
  describeRoom,
  type PageDraft,
} from '#web/features/batches/advert/page-draft.ts';
import { Chips } from '#web/ui/fields/chips.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { FieldLayout, TextField } from '#web/ui/fields/text-field.tsx';

/** The choice that leaves the end where it is. */
const KEPT = 'kept';
const LENGTHS = PAGE_DAYS.map((choice) => `${choice}`);

interface PageFieldsProps {
  readonly draft: PageDraft;
  /** When the page that stands ends; null: none stands. */
  readonly endsAt: Date | null;
  readonly problems: DraftProblems;
  readonly onChange: (change: Partial<PageDraft>) => void;
}

/** Title, price, words, phone and how long the page stands. */
export function PageFields({ draft, endsAt, problems, onChange }: PageFieldsProps) {
  const { title, price, currency, words, phone, days, isIndexed, hasDownloads } = draft;
  const typed = (field: CheckedField) => ({
    name: field,
    value: draft[field],
    error: problems[field],
    onValueChange: (value: string) => onChange({ [field]: value }),
  });
  return (
    <>
      <TextField label="Titlul" hint={describeRoom(title)} {...typed('title')} />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-40 flex-1">
          <TextField label="Prețul, dacă îl spui" inputMode="numeric" {...typed('price')} value={price} />
        </div>
        <Chips
          label="Moneda"
          isLabelShown
          choices={CURRENCIES}
          chosen={currency}
          words={(choice) => CURRENCY_WORDS[choice]}
          onChoose={(chosen) => onChange({ currency: chosen })}
        />
      </div>
      <FieldLayout
        label="Textul, dacă vrei"
        hint="Fără adresa ta de acasă sau alte date pe care nu le dai oricui."
        error={problems.words}
      >
        {(tied) => (
          <textarea
            {...tied}
            name="words"
            rows={4}
            value={words}
            onChange={({ currentTarget }) => onChange({ words: currentTarget.value })}
            className="input py-2.5"
          />
        )}
      </FieldLayout>
      <TextField
        label="Telefonul, pentru WhatsApp și apel"
        hint="Rămâne gol dacă nu vrei să fie public."
        type="tel"
        autoComplete="tel"
        {...typed('phone')}
        value={phone}
      />
      <Chips
        label={endsAt === null ? 'Cât stă pagina, de azi' : 'Cât mai stă pagina'}
        isLabelShown
        choices={endsAt === null ? LENGTHS : [KEPT, ...LENGTHS]}
        chosen={days === null ? KEPT : `${days}`}
        words={(choice) =>
          choice === KEPT
            ? `Tot până pe ${formatDay(endsAt ?? new Date())}`
            : formatCount(Number(choice), NOUNS.day)
        }
        onChoose={(chosen) => onChange({ days: PAGE_DAYS.find((choice) => `${choice}` === chosen) ?? null })}
      />
      <div>
        <Switch
          label="Cine are linkul poate descărca tot"
          checked={hasDownloads}
          onChange={(checked) => onChange({ hasDownloads: checked })}
        />
        <Switch
          label="Poate apărea în Google"
          checked={isIndexed}
          onChange={(checked) => onChange({ isIndexed: checked })}
        />
      </div>
    </>
  );
}
