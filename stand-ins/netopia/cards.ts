/** The provider's published sandbox cards: CVV 111, any expiry to come. */
export interface TestCard {
  readonly number: string;
  readonly label: string;
  readonly outcome: CardOutcome;
  readonly needsAuthentication?: boolean;
}
export interface CardOutcome {
  readonly status: number;
  readonly code: string;
  /** As the provider writes it on the wire. */
  readonly message: string;
  /** As the page says it. */
  readonly sentence: string;
}

const declined = (code: string, message: string, sentence: string): CardOutcome => ({
  status: 12,
  code,
  message,
  sentence,
});
export const APPROVED: CardOutcome = {
  status: 3,
  code: '00',
  message: 'Approved',
  sentence: 'Plata a fost acceptată.',
};
const EXPIRED = declined('19', 'Expired card', 'Cardul este expirat.');
const WRONG_CVV = declined('21', 'Invalid CVV', 'Codul CVV este greșit.');
const INVALID = declined('17', 'Invalid card number', 'Numărul cardului nu este valid.');
export const NOT_AUTHENTICATED = declined(
  '39',
  '3DS authentication failed',
  'Autentificarea 3-D Secure nu a reușit.',
);
const IN_REVIEW: CardOutcome = {
  status: 13,
  code: '36',
  message: 'Fraud check',
  sentence: 'Plata este verificată. Vei afla rezultatul de la magazin.',
};

export const CARDS: readonly TestCard[] = [
  { number: '9900004810225098', label: 'Plată acceptată', outcome: APPROVED },
  {
    number: '9900009184214768',
    label: 'Cere codul 3-D Secure',
    outcome: APPROVED,
    needsAuthentication: true,
  },
  { number: '99110059532258', label: 'Plată acceptată (Card Avantaj)', outcome: APPROVED },
  {
    number: '9900518572831942',
    label: 'Fonduri insuficiente',
    outcome: declined('20', 'Insufficient funds', 'Fonduri insuficiente.'),
  },
  { number: '9900541631437790', label: 'Card expirat', outcome: EXPIRED },
  { number: '9900827979991500', label: 'Cod CVV greșit', outcome: WRONG_CVV },
  {
    number: '9900576270414197',
    label: 'Tranzacție nepermisă',
    outcome: declined('34', 'Transaction not allowed', 'Banca nu permite această tranzacție pe card.'),
  },
  { number: '9900005786662552', label: 'Verificare antifraudă', outcome: IN_REVIEW },
  {
    number: '9900334791085173',
    label: 'Card cu risc',
    outcome: declined('16', 'Card has a risk', 'Cardul a fost refuzat.'),
  },
  {
    number: '9900130597497640',
    label: 'Eroare la bancă',
    outcome: declined('22', 'Issuer error', 'Banca nu a răspuns.'),
  },
];

export interface CardForm {
  readonly number: string;
  /** MM/YY */
  readonly expiry: string;
  readonly cvv: string;
}

/** The bank's verdict on a card as typed; `now` decides whether it has expired. */
export function judge({ number, expiry, cvv }: CardForm, now: Date): TestCard {
  const card = CARDS.find((each) => each.number === number.replace(/\D/g, ''));
  if (!card) return { number, label: '', outcome: INVALID };
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/\s*(\d\d)$/.exec(expiry.trim()) ?? [];
  const end = month && year ? Date.UTC(2000 + Number(year), Number(month), 1) : 0;
  if (end <= now.getTime()) return { ...card, outcome: EXPIRED, needsAuthentication: false };
  if (cvv.trim() !== '111') return { ...card, outcome: WRONG_CVV, needsAuthentication: false };
  return card;
}

export const maskNumber = (number: string): string => {
  const digits = number.replace(/\D/g, '');
  return `${digits.slice(0, 1)}****${digits.slice(-4)}`;
};
