import type { ListedAdvert } from '#contract/adverts/sendings.ts';
import { isOpen } from '#domain/adverts/advert.ts';
import { formatCount, formatNumber } from '#domain/language/plural.ts';
import { PICTURE } from '#web/features/batches/advert/sending-words.ts';
import { Pill } from '#web/ui/pill.tsx';

type StateWords = Readonly<Record<ListedAdvert['state'], string>>;
const ADVERT_STATES: StateWords = {
  shown: '',
  waiting: 'În așteptare',
  stopped: 'Oprit de site',
  ended: 'Încheiat',
  unknown: 'Stare necunoscută',
};
export const PRODUCT_STATES: StateWords = {
  ...ADVERT_STATES,
  waiting: 'Nepublicat',
  ended: 'În coșul de gunoi',
};

interface AdvertListProps {
  /** Read aloud. */
  readonly name: string;
  readonly adverts: readonly ListedAdvert[];
  readonly lastAdvertId: string | null;
  readonly stateWords?: StateWords;
  readonly onChoose: (advertId: string) => void;
}

/** Adverts to choose from; those that take no pictures cannot be chosen. */
export function AdvertList({
  name,
  adverts,
  lastAdvertId,
  stateWords = ADVERT_STATES,
  onChoose,
}: AdvertListProps) {
  return (
    <ul aria-label={name} className="flex flex-col gap-2">
      {adverts.map((advert) => (
        <AdvertRow
          key={advert.id}
          advert={advert}
          stateWords={stateWords}
          isLast={advert.id === lastAdvertId}
          onChoose={() => onChoose(advert.id)}
        />
      ))}
    </ul>
  );
}

/** Puts the lot's last advert first. */
export function putFirst(adverts: readonly ListedAdvert[], lastAdvertId: string | null): ListedAdvert[] {
  return adverts.toSorted((a, b) => Number(b.id === lastAdvertId) - Number(a.id === lastAdvertId));
}

interface AdvertRowProps {
  readonly advert: ListedAdvert;
  readonly stateWords: StateWords;
  readonly isLast: boolean;
  readonly onChoose: () => void;
}

function AdvertRow({ advert, stateWords, isLast, onChoose }: AdvertRowProps) {
  const { id, title, cover, pictures, price, state, code } = advert;
  const can = isOpen(state);
  return (
    <li>
      <button
        type="button"
        disabled={!can}
        onClick={onChoose}
        className="flex w-full items-center gap-3 rounded-2xl border border-line p-2 text-left enabled:hover:bg-sunken disabled:opacity-60"
      >
        <span className="block size-16 shrink-0 overflow-hidden rounded-xl bg-sunken">
          {cover !== null && <img src={cover} alt="" loading="lazy" className="h-full w-full object-cover" />}
        </span>
        <span className="flex min-w-0 flex-col gap-0.5">
          <span className="line-clamp-2 font-medium wrap-anywhere">{title}</span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
            {price !== null && <span>{formatPrice(price)}</span>}
            <span>{formatCount(pictures, PICTURE)}</span>
            <span className="wrap-anywhere">{code === undefined ? `nr. ${id}` : `cod ${code}`}</span>
            {stateWords[state] !== '' && <Pill tone={can ? 'plain' : 'danger'}>{stateWords[state]}</Pill>}
            {isLast && <Pill tone="signal">Ultima dată aici</Pill>}
          </span>
        </span>
      </button>
    </li>
  );
}

export function formatPrice({ value, currency }: NonNullable<ListedAdvert['price']>): string {
  return `${formatNumber(value)} ${currency === 'RON' ? 'lei' : currency}`;
}
