import type { LotPage, publishLotPage } from '#contract/adverts/pages.ts';
import type { Batch } from '#contract/batches.ts';
import type { BodyOf } from '#contract/route.ts';
import {
  CURRENCIES,
  type Currency,
  PAGE_LIMITS,
  type PageDays,
  readPhone,
} from '#domain/adverts/lot-page.ts';
import { formatCount } from '#domain/language/plural.ts';
import { readPrice } from '#web/features/batches/advert/page-words.ts';

/** What is typed of a page, before it is checked. */
export interface PageDraft {
  readonly title: string;
  readonly price: string;
  readonly currency: Currency;
  readonly words: string;
  readonly phone: string;
  /** Null: a page that stands ends when it did. */
  readonly days: PageDays | null;
  readonly isIndexed: boolean;
  readonly hasDownloads: boolean;
}

/** In the order in which they stand in the form. */
const CHECKED = ['title', 'price', 'words', 'phone'] as const;
export type CheckedField = (typeof CHECKED)[number];
export type DraftProblems = Partial<Record<CheckedField, string>>;

const CHARACTER = { one: 'caracter', few: 'caractere' };
/** So many characters before the limit it is told how many are left. */
const NEAR = 15;

/** Returns what the form begins with: the last page's content, else the lot's name. */
export function beginDraft({ name }: Pick<Batch, 'name'>, page: LotPage | null): PageDraft {
  return {
    title: page?.title ?? name,
    price: page?.price?.toString() ?? '',
    currency: page?.currency ?? CURRENCIES[0],
    words: page?.words ?? '',
    phone: page?.phone ?? '',
    days: page?.state === 'shown' ? null : 30,
    isIndexed: page?.isIndexed ?? false,
    hasDownloads: page?.hasDownloads ?? false,
  };
}

/** Returns what is wrong by field, or that nothing is. */
export function checkDraft({ title, price, words, phone }: PageDraft): DraftProblems {
  const problems: Record<CheckedField, string | null> = {
    title: title.trim() === '' ? 'Scrie un titlu.' : describeExcess('Titlul', title, PAGE_LIMITS.title),
    price: Number.isNaN(readPrice(price)) ? 'Scrie un număr întreg, fără bani.' : null,
    words: describeExcess('Textul', words, PAGE_LIMITS.words),
    phone: phone.trim() !== '' && readPhone(phone) === null ? 'Numărul nu e scris corect.' : null,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
}

/** Returns the field to go to first; null: all are right. */
export function findFirstWrong(problems: DraftProblems): CheckedField | null {
  return CHECKED.find((field) => problems[field] !== undefined) ?? null;
}

function describeExcess(name: string, text: string, most: number): string | null {
  const { length } = text.trim();
  return length <= most ? null : `${name} are ${formatCount(length, CHARACTER)}; încap cel mult ${most}.`;
}

/** Returns how many characters a title still takes, once it is near its end. */
export function describeRoom(title: string): string | undefined {
  const left = PAGE_LIMITS.title - title.trim().length;
  if (left < 0 || left > NEAR) return undefined;
  return left === 0
    ? 'Titlul e plin.'
    : `${left === 1 ? 'Mai încape' : 'Mai încap'} ${formatCount(left, CHARACTER)}.`;
}

/** Returns what becomes public of a draft without problems. */
export function toContent(
  { title, price, ...rest }: PageDraft,
  resultIds: string[],
): BodyOf<typeof publishLotPage> {
  return { ...rest, title: title.trim(), price: readPrice(price), words: rest.words.trim(), resultIds };
}
