import type { XmlElement } from './read-xml.ts';

/** Returns the elements at the end of a path from one, „cac:Party/cac:Contact”. */
export function listElementsAt(from: XmlElement, path: string): readonly XmlElement[] {
  return path
    .split('/')
    .reduce<readonly XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [from],
    );
}

/** Returns the first one's text; empty where there is none. */
export function textAt(from: XmlElement, path: string): string {
  return listElementsAt(from, path)[0]?.text ?? '';
}

/** Returns every element with this name, at any depth. */
export function listDescendants(from: XmlElement, name: string): readonly XmlElement[] {
  return from.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...listDescendants(child, name),
  ]);
}

/** Returns an amount in bani; NaN where there is none, so that it equals nothing. */
export function baniAt(from: XmlElement, path: string): number {
  const written = textAt(from, path);
  return /^-?\d+(\.\d+)?$/.test(written) ? Math.round(Number(written) * 100) : Number.NaN;
}

export const SELLER = 'cac:AccountingSupplierParty/cac:Party';
export const BUYER = 'cac:AccountingCustomerParty/cac:Party';

/** Returns the lines of an invoice or of a credit note. */
export function listInvoiceLines(document: XmlElement): readonly XmlElement[] {
  return [...listElementsAt(document, 'cac:InvoiceLine'), ...listElementsAt(document, 'cac:CreditNoteLine')];
}

/** Returns the VAT ids of a party as they stand: those under the tax scheme „VAT”. */
export function vatIds(document: XmlElement, party: string): readonly string[] {
  return listElementsAt(document, `${party}/cac:PartyTaxScheme`)
    .filter((scheme) => textAt(scheme, 'cac:TaxScheme/cbc:ID').toUpperCase() === 'VAT')
    .flatMap((scheme) => listElementsAt(scheme, 'cbc:CompanyID').map(({ written }) => written));
}

/** A rule by its id in the official lists, and whether a document keeps to it. */
export interface Rule {
  readonly id: string;
  readonly holds: (document: XmlElement) => boolean;
}
