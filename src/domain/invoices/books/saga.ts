import { groupBy } from '#domain/group-by.ts';
import { documentCode } from '#domain/invoices/document-words.ts';
import { buyerName } from '#domain/invoices/e-invoice/parties.ts';
import { xmlText } from '#domain/invoices/e-invoice/xml-text.ts';
import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';

/** A file that the accountants' program SAGA imports („Import date”). */
interface SagaFile {
  readonly name: string;
  readonly xml: string;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Account 5125, sums on their way: the card provider pays out days later. */
const MONEY_ON_ITS_WAY = '5125';

/** One document: `F_<CUI>_<number>_<day>.xml`. */
export function sagaInvoice(snapshot: InvoiceSnapshot): SagaFile {
  const { seller, buyer, kind, netBani, vatBani, vatPercent } = snapshot;
  const code = documentCode(snapshot);
  const day = dotted(snapshot.issuedOn);
  const header = group('Antet', {
    FurnizorNume: seller.name,
    FurnizorCIF: `${seller.vatStatus === 'exempt' ? '' : 'RO'}${seller.cui}`,
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
  const line = group('Linie', {
    LinieNrCrt: '1',
    Descriere: snapshot.item,
    UM: 'BUC',
    Cantitate: kind === 'storno' ? '-1' : '1',
    Pret: lei(Math.abs(netBani)),
    Valoare: lei(netBani),
    ProcTVA: String(vatPercent ?? 0),
    TVA: lei(vatBani),
  });
  const details = `<Detalii><Continut>${line}</Continut></Detalii>`;
  const invoice = `<Factura>${header}${details}<FacturaID>${code}</FacturaID></Factura>`;
  return {
    name: `F_${seller.cui}_${code}_${dashed(snapshot.issuedOn)}.xml`,
    xml: `${HEAD}<Facturi>${invoice}</Facturi>\n`,
  };
}

/** What came and went of the money, a file for each day: `I_<day>.xml`. What is still owed is in none, and mended data move none. */
export function sagaReceipts(snapshots: readonly InvoiceSnapshot[]): readonly SagaFile[] {
  const paid = snapshots.filter((snapshot) => snapshot.paidOn !== null && movedBani(snapshot) !== 0);
  const days = [...groupBy(paid, ({ paidOn }) => paidOn ?? '')].sort(([a], [b]) => (a < b ? -1 : 1));
  return days.map(([day, ofDay]) => ({
    name: `I_${dashed(day)}.xml`,
    xml: `${HEAD}<Incasari>${ofDay.map((snapshot) => receipt(snapshot, day)).join('')}</Incasari>\n`,
  }));
}

function receipt(snapshot: InvoiceSnapshot, day: string): string {
  const code = documentCode(snapshot);
  return group('Linie', {
    Data: dotted(day),
    Numar: snapshot.paymentId ?? snapshot.orderId,
    Suma: lei(movedBani(snapshot)),
    Cont: MONEY_ON_ITS_WAY,
    Explicatie: `${snapshot.kind === 'storno' ? 'Restituire' : 'Plată cu cardul'}, comanda ${snapshot.orderId}`,
    FacturaNumar: code,
    CodFiscal: buyerCode(snapshot),
  });
}

function movedBani({ movedBani: moved, grossBani }: InvoiceSnapshot): number {
  return moved ?? grossBani;
}

function buyerCode({ buyer }: InvoiceSnapshot): string {
  return buyer.kind === 'firm' ? `${buyer.vatPayer ? 'RO' : ''}${buyer.cui}` : '';
}

function group(name: string, texts: Readonly<Record<string, string>>): string {
  const elements = Object.entries(texts).map(([element, text]) =>
    text === '' ? `<${element}/>` : `<${element}>${xmlText(text, 200)}</${element}>`,
  );
  return `<${name}>${elements.join('')}</${name}>`;
}

function lei(bani: number): string {
  return (bani / 100).toFixed(2);
}

/** „22.11.2026” for „2026-11-22”. */
function dotted(day: string): string {
  return day.split('-').reverse().join('.');
}

/** „22-11-2026”. */
function dashed(day: string): string {
  return day.split('-').reverse().join('-');
}
