import type { County } from '#domain/payments/counties.ts';

/** Whole bani, never a fraction. Negative on a storno. */
type Bani = number;

export type InvoiceKind = 'invoice' | 'storno';

/** The seller as registered on the day of issue. `vatStatus` decides every mention of VAT on the document. */
export interface InvoiceSeller {
  readonly name: string;
  /** Digits only, without RO. */
  readonly cui: string;
  /** „J12/345/2026” or the new form „J2026000345001”; empty where the seller is in no trade register. */
  readonly tradeRegister: string;
  readonly street: string;
  /** A locality; in București one of SECTOR1 … SECTOR6. */
  readonly city: string;
  readonly county: County;
  readonly postalCode: string;
  /** In whole lei, as written in the register; 0 where the seller has none. */
  readonly shareCapitalLei: number;
  readonly iban: string | null;
  readonly phone: string;
  readonly email: string;
  readonly vatStatus: 'exempt' | 'payer' | 'payer-cash';
}

interface BuyerAddress {
  readonly street: string;
  /** A locality; in București „Sector 1” … „Sector 6” as the billing form keeps it. */
  readonly city: string;
  readonly county: County;
  readonly postalCode: string | null;
}

export type InvoiceBuyer =
  | (BuyerAddress & { readonly kind: 'person'; readonly firstName: string; readonly lastName: string })
  | (BuyerAddress & {
      readonly kind: 'firm';
      readonly name: string;
      /** Digits only. */
      readonly cui: string;
      readonly registrationNumber: string | null;
      readonly vatPayer: boolean;
    });

/** The invoice that a storno takes back, in whole or in part. */
interface CorrectedInvoice {
  readonly series: string;
  readonly number: number;
  /** „2026-11-22”. */
  readonly issuedOn: string;
}

/**
 * Everything that a document says, as it was on the day of issue: PDF, e-invoice and books are made from this alone and are the same bytes
 * for the same snapshot. One line per document: a package, a plan or the part of it that goes back.
 */
export interface InvoiceSnapshot {
  /** Version of this object's form. */
  readonly version: 1;
  readonly kind: InvoiceKind;
  readonly series: string;
  readonly number: number;
  /** Days in Bucharest, „2026-11-22”. */
  readonly issuedOn: string;
  /** The day the money came, or went back on a storno; null where it is still owed. */
  readonly paidOn: string | null;
  readonly seller: InvoiceSeller;
  readonly buyer: InvoiceBuyer;
  /** „Pachet 50 de credite Fotolot”, „Abonament Pro, 30 de zile”. At most 100 letters. */
  readonly item: string;
  readonly netBani: Bani;
  readonly vatBani: Bani;
  /** netBani + vatBani; negative on a storno. */
  readonly grossBani: Bani;
  /** Null for an exempt seller. */
  readonly vatPercent: number | null;
  readonly orderId: string;
  /** The order's short number as people see it; absent in older documents, which say the id. */
  readonly orderNumber?: string;
  /** The provider's own id of the payment, where it is known. */
  readonly paymentId: string | null;
  /** Not null on a storno only. */
  readonly corrects: CorrectedInvoice | null;
  /** The invoice in whose place this one stands; absent in older documents, which do not say it. */
  readonly replaces?: CorrectedInvoice | null;
  /** On a storno: nothing is given back, the sale is invoiced again; under which number, where that is known. */
  readonly remade?: { readonly as: string | null };
  /** Part of the gross that came or went with this very document; absent where all of it did, 0 where data were mended. */
  readonly movedBani?: Bani;
  /** Why money went back, in Romanian; null on an invoice. */
  readonly reason: string | null;
  /** True outside live mode: „FĂRĂ VALOARE FISCALĂ” stands on it. */
  readonly trial: boolean;
}
