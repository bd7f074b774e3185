import { groupBy } from '#domain/group-by.ts';
import { buyerName } from '#domain/invoices/e-invoice/parties.ts';
import { xmlText } from '#domain/invoices/e-invoice/xml-text.ts';
import { invoiceName, orderName } from '#domain/invoices/series.ts';
import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { fiscalCode } from '#domain/invoices/vat.ts';

/** A file that the accountants' program SAGA imports („Import date”). */
interface SagaFile {
  readonly name: string;
  readonly xml: string;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Account 5125, sums on their way: the card provider pays out days later. */
const MONEY_ON_ITS_WAY = '5125';
/** Account 5121, the bank account in lei. */
const BANK_ACCOUNT = '5121';

/** Money that was owed and paid in the end, after a withdrawal or out of goodwill; with the storno that took it back. */
export interface PaidDebt {
  readonly snapshot: InvoiceSnapshot;
  readonly amountBani: number;
  /** A day of Bucharest. */
  readonly paidOn: string;
  readonly way: 'transfer' | 'card';
  readonly reference: string | null;
}

/** Returns one document: `F_<CUI>_<number>_<day>.xml`. */
export function sagaInvoice(snapshot: InvoiceSnapshot): SagaFile {
  const { seller, buyer, kind, netBani, vatBani, vatPercent } = snapshot;
  const code = invoiceName(snapshot);
  const day = toDottedDate(snapshot.issuedOn);
  const header = buildXmlGroup('Antet', {
    FurnizorNume: seller.name,
    FurnizorCIF: fiscalCode(seller.cui, seller.vatStatus),
    FurnizorNrRegCom: seller.tradeRegister,
    FurnizorIBAN: seller.iban ?? '',
    ClientNume: buyerName(buyer),
    ClientCIF: buyerCode(snapshot),
    FacturaNumar: code,
    FacturaData: day,
    FacturaScadenta: day,
    FacturaTaxareInversa: 'Nu',
    FacturaTVAIncasare: seller.vatStatus === 'payer-cash' ? 'Da' : 'Nu',
    FacturaMoneda: 'RON',
  });
  const line = buildXmlGroup('Linie', {
    LinieNrCrt: '1',
    Descriere: snapshot.item,
    UM: 'BUC',
    Cantitate: kind === 'storno' ? '-1' : '1',
    Pret: formatDecimalLei(Math.abs(netBani)),
    Valoare: formatDecimalLei(netBani),
    ProcTVA: String(vatPercent ?? 0),
    TVA: formatDecimalLei(vatBani),
  });
  const details = `<Detalii><Continut>${line}</Continut></Detalii>`;
  const invoice = `<Factura>${header}${details}<FacturaID>${code}</FacturaID></Factura>`;
  return {
    name: `F_${seller.cui}_${code}_${toDashedDate(snapshot.issuedOn)}.xml`,
    xml: `${HEAD}<Facturi>${invoice}</Facturi>\n`,
  };
}

/**
 * Returns the money that came and went, a file for each day: `I_<day>.xml`. Owed money is in none until it is paid, and mended data move
 * none.
 */
export function sagaReceipts(
  snapshots: readonly InvoiceSnapshot[],
  debts: readonly PaidDebt[] = [],
): readonly SagaFile[] {
  const lines = [
    ...snapshots.flatMap((snapshot) =>
      snapshot.paidOn !== null && movedBani(snapshot) !== 0
        ? [{ day: snapshot.paidOn, xml: buildReceipt(snapshot, snapshot.paidOn) }]
        : [],
    ),
    ...debts.map((debt) => ({ day: debt.paidOn, xml: receiptOfDebt(debt) })),
  ];
  const days = [...groupBy(lines, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
  return days.map(([day, ofDay]) => ({
    name: `I_${toDashedDate(day)}.xml`,
    xml: `${HEAD}<Incasari>${ofDay.map(({ xml }) => xml).join('')}</Incasari>\n`,
  }));
}

function buildReceipt(snapshot: InvoiceSnapshot, day: string): string {
  return receiptLine(snapshot, {
    day,
    number: snapshot.paymentId ?? orderName(snapshot),
    bani: movedBani(snapshot),
    account: MONEY_ON_ITS_WAY,
  });
}

function receiptOfDebt({ snapshot, amountBani, paidOn, way, reference }: PaidDebt): string {
  return receiptLine(snapshot, {
    day: paidOn,
    number: reference ?? snapshot.paymentId ?? orderName(snapshot),
    bani: -amountBani,
    account: way === 'transfer' ? BANK_ACCOUNT : MONEY_ON_ITS_WAY,
  });
}

function receiptLine(
  snapshot: InvoiceSnapshot,
  { day, number, bani, account }: { day: string; number: string; bani: number; account: string },
): string {
  return buildXmlGroup('Linie', {
    Data: toDottedDate(day),
    Numar: number,
    Suma: formatDecimalLei(bani),
    Cont: account,
    Explicatie: `${snapshot.kind === 'storno' ? 'Restituire' : 'Plată cu cardul'}, comanda ${orderName(snapshot)}`,
    FacturaNumar: invoiceName(snapshot),
    CodFiscal: buyerCode(snapshot),
  });
}

function movedBani({ movedBani: moved, grossBani }: InvoiceSnapshot): number {
  return moved ?? grossBani;
}

function buyerCode({ buyer }: InvoiceSnapshot): string {
  return buyer.kind === 'firm' ? `${buyer.vatPayer ? 'RO' : ''}${buyer.cui}` : '';
}

function buildXmlGroup(name: string, texts: Readonly<Record<string, string>>): string {
  const elements = Object.entries(texts).map(([element, text]) =>
    text === '' ? `<${element}/>` : `<${element}>${xmlText(text, 200)}</${element}>`,
  );
  return `<${name}>${elements.join('')}</${name}>`;
}

function formatDecimalLei(bani: number): string {
  return (bani / 100).toFixed(2);
}

/** Returns „22.11.2026” for „2026-11-22”. */
function toDottedDate(day: string): string {
  return day.split('-').reverse().join('.');
}

/** Returns „22-11-2026”. */
function toDashedDate(day: string): string {
  return day.split('-').reverse().join('-');
}
