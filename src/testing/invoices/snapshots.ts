import type { InvoiceBuyer, InvoiceSeller, InvoiceSnapshot } from '#domain/invoices/snapshot.ts';

export const SELLER: InvoiceSeller = {
  name: 'Lumină și Umbră SRL',
  cui: '14399840',
  tradeRegister: 'J12/345/2026',
  street: 'Str. Memorandumului nr. 28, ap. 3',
  city: 'Cluj-Napoca',
  county: 'CJ',
  postalCode: '400114',
  shareCapitalLei: 200,
  iban: null,
  phone: '0264000111',
  email: 'facturi@lumina.example',
  vatStatus: 'payer',
};
/** A seller that has neither capital nor a number in the trade register, as an association is. */
export const ASSOCIATION: InvoiceSeller = {
  ...SELLER,
  name: 'Asociația Lumină',
  tradeRegister: '',
  shareCapitalLei: 0,
};
export const EXEMPT_SELLER: InvoiceSeller = { ...SELLER, vatStatus: 'exempt' };

export const PERSON: InvoiceBuyer = {
  kind: 'person',
  firstName: 'Țuțu-Ștefănița',
  lastName: 'Mîțu Șerban',
  street: 'Aleea Împăcării 7, bl. Ș2',
  city: 'Făgăraș',
  county: 'BV',
  postalCode: null,
};
export const FIRM: Extract<InvoiceBuyer, { kind: 'firm' }> = {
  kind: 'firm',
  name: 'Mașini & Țevi <de ocazie> SRL',
  cui: '43131360',
  registrationNumber: 'J40/12763/2020',
  vatPayer: true,
  street: 'Bd. Iuliu Maniu 5',
  city: 'Sector 6',
  county: 'B',
  postalCode: '061071',
};

/** An invoice over 100 lei, or what is said otherwise; the amounts belong together. */
export function buildInvoice(changes: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot {
  return {
    version: 1,
    kind: 'invoice',
    series: 'FTL',
    number: 7,
    issuedOn: '2026-11-22',
    paidOn: '2026-11-22',
    seller: SELLER,
    buyer: PERSON,
    item: 'Pachet 50 de credite Fotolot',
    netBani: 8_264,
    vatBani: 1_736,
    grossBani: 10_000,
    vatPercent: 21,
    orderId: 'ord_7h2k9m4p8q1s5t3v6w0x2y4z',
    paymentId: '2746123',
    corrects: null,
    reason: null,
    trial: false,
    ...changes,
  };
}

/** A storno over 60 of the 100 lei. */
export function buildStorno(changes: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot {
  return buildInvoice({
    kind: 'storno',
    number: 8,
    issuedOn: '2026-11-25',
    paidOn: '2026-11-25',
    netBani: -4_959,
    vatBani: -1_041,
    grossBani: -6_000,
    corrects: { series: 'FTL', number: 7, issuedOn: '2026-11-22' },
    reason: 'retragere din contract, 30 din 50 de credite nefolosite',
    ...changes,
  });
}

/** The amounts of an invoice at 21 %. */
export function computeTaxedAmounts(
  grossBani: number,
): Pick<InvoiceSnapshot, 'netBani' | 'vatBani' | 'grossBani'> {
  const vatBani = Math.round((grossBani * 21) / 121);
  return { netBani: grossBani - vatBani, vatBani, grossBani };
}

/** What an exempt seller's document says: the whole amount is net. */
export function buildExemptFields(grossBani = 10_000): Partial<InvoiceSnapshot> {
  return { seller: EXEMPT_SELLER, netBani: grossBani, vatBani: 0, grossBani, vatPercent: null };
}

/** The firm, but one that pays no VAT. */
export const SMALL_FIRM: typeof FIRM = { ...FIRM, vatPayer: false };
