/** Word of the provider, or an admin, about an order's own money; `status` is the provider's number, where it was kept. */
export interface MoneyWord {
  readonly kind: string;
  readonly byUs: boolean;
  readonly status: number | null;
  /** False for a reading of how things stand, which says the same each time. */
  readonly isNotification: boolean;
}

/** `back`: money may have gone back by another way than ours. `again`: after that the provider says that it is paid. */
export type MoneyNews = 'back' | 'again';

/** The provider's number for an answer to the buyer's bank, which by itself moves no money. */
const CONTESTED = 16;

/**
 * Returns the news in the newest word about an order that had its money; null for what is known already. One order's money may go back more
 * than once: a dispute is opened and then lost, a second part is refunded, a payment is reversed; and it may be won. `before`: oldest first.
 */
export function moneyNews(before: readonly MoneyWord[], word: MoneyWord): MoneyNews | null {
  const here = before.findLastIndex(({ kind }) => ['paid', 'accepted', 'restored'].includes(kind));
  const since = before.slice(here + 1);
  const isKnown = (same: (each: MoneyWord) => boolean) => since.some(same);
  switch (word.kind) {
    case 'paid':
      // The first word may be the payment's own notice, late: nothing to tell, unless an admin has decided that the money is gone.
      return (here >= 0 || isKnown(isDecision)) && isKnown(isBack) ? 'again' : null;
    case 'refunded': {
      if (word.byUs) return null;
      // Each notification is a part of its own; a reading only repeats what was told.
      const isRepeated = !word.isNotification && isKnown((each) => each.kind === 'refunded');
      return isRepeated ? null : 'back';
    }
    case 'chargeback': {
      const isSame =
        word.status === CONTESTED ? isDispute : (each: MoneyWord) => isDisputeAs(each, word.status);
      return isKnown(isSame) ? null : 'back';
    }
    case 'cancelled':
      return isKnown(({ kind }) => kind === 'cancelled') ? null : 'back';
    default:
      return null;
  }
}

const isDecision = ({ kind }: MoneyWord) => kind === 'storno-decided';
const isDispute = ({ kind }: MoneyWord) => kind === 'chargeback';
const isDisputeAs = ({ kind, status }: MoneyWord, wanted: number | null) =>
  kind === 'chargeback' && status === wanted;
const isBack = ({ kind, byUs }: MoneyWord) =>
  kind === 'chargeback' || kind === 'cancelled' || (kind === 'refunded' && !byUs);

/** Events of an order that say where its money is. */
const MONEY_EVENTS = ['paid', 'accepted', 'refunded', 'chargeback', 'cancelled', 'restored'] as const;
/** Words that count when the next one is judged. */
export const MONEY_WORDS = [...MONEY_EVENTS, 'storno-decided'] as const;

export function isMoneyWord(kind: string): boolean {
  return MONEY_EVENTS.some((word) => word === kind);
}
