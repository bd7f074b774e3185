import { findText, listNodes, type Node } from './xml.ts';

/** What an invoice says of itself. */
export interface Facts {
  /** Digits of the seller's CUI; null when there is none. */
  readonly seller: string | null;
  readonly buyer: string | null;
  readonly number: string | null;
  readonly issueDate: string | null;
}

export interface Asked {
  readonly cif: string;
  readonly isConsumer: boolean;
  /** `extern=DA`: the buyer is not from Romania. */
  readonly isForeign: boolean;
}

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1';
const CONSUMER = '0000000000000';
const SELLER = 'AccountingSupplierParty/Party';
const BUYER = 'AccountingCustomerParty/Party';
const TOTAL = 'LegalMonetaryTotal';
/** Tolerance of EN 16931 for a tax that is computed again. */
const TAX_TOLERANCE = 100;

export function readFacts(root: Node): Facts {
  return {
    seller: findCui(root, SELLER),
    buyer: findCui(root, BUYER),
    number: findText(root, 'ID'),
    issueDate: findText(root, 'IssueDate'),
  };
}

/** The CUI stands as a tax number with or without RO, or as the registration of a firm that pays no VAT. */
function findCui(root: Node, party: string): string | null {
  const told = [`${party}/PartyTaxScheme/CompanyID`, `${party}/PartyLegalEntity/CompanyID`];
  const digits = told.map((path) => /^(?:RO)?(\d{2,13})$/u.exec(findText(root, path) ?? '')?.[1]);
  return digits.find((each) => each !== undefined) ?? null;
}

/** CUI, without RO: its last digit proves the others. A personal code has 13 digits and is not looked at. */
export function isCui(digits: string): boolean {
  if (!/^\d{2,10}$/u.test(digits)) return false;
  const body = digits.slice(0, -1).padStart(9, '0');
  const sum = [7, 5, 3, 2, 1, 7, 5, 3, 2].reduce((all, weight, at) => all + weight * Number(body[at]), 0);
  return ((sum * 10) % 11) % 10 === Number(digits.at(-1));
}

/**
 * Returns what is wrong with an invoice, a small part of the office's rules under their names; the sentences are presupuse. CUIs are
 * looked at before any rule.
 */
export function judgeInvoice(root: Node, asked: Asked): string[] {
  const cuis = judgeCuis(root);
  if (cuis.length > 0) return cuis;
  return [
    ...judgeHead(root),
    ...judgeParties(root),
    ...judgeSums(root),
    ...judgeTaxes(root),
    ...judgeSending(root, asked),
  ];
}

/** Rules that hold an invoice or do not; `false` when it holds. */
type Rule = readonly [name: string, sentence: string, isBroken: boolean];

function listBroken(rules: readonly Rule[]): string[] {
  return rules.filter(([, , isBroken]) => isBroken).map(([name, sentence]) => `[${name}]-${sentence}`);
}

function judgeCuis(root: Node): string[] {
  const { seller, buyer } = readFacts(root);
  const where = (party: string) =>
    `E: ${party} (1) sectiune Party (1) sectiune PartyTaxScheme (1) sectiune CompanyID (1)  eroare regula:`;
  return [
    seller !== null &&
      seller.length < 13 &&
      !isCui(seller) &&
      `${where('AccountingSupplierParty')} R_BT_32_cui: Cui vanzator incorect / validare CUI (${seller}) `,
    buyer !== null &&
      buyer.length < 13 &&
      !isCui(buyer) &&
      `${where('AccountingCustomerParty')} R_BT_48_cui: Cui cumparator incorect / validare CUI (${buyer}) `,
  ].filter((found) => found !== false);
}

function judgeHead(root: Node): string[] {
  const number = findText(root, 'ID') ?? '';
  const dates = ['IssueDate', 'DueDate', 'TaxPointDate'].flatMap((path) => findText(root, path) ?? []);
  const type = findText(root, `${root.name}TypeCode`) ?? '';
  const types = root.name === 'CreditNote' ? ['381'] : ['380', '389', '384', '751'];
  const prices = listLines(root).map((line) => findText(line, 'Price/PriceAmount') ?? '0');
  const names = listLines(root).map((line) => findText(line, 'Item/Name') ?? '');
  const isDue = readHundredths(root, `${TOTAL}/PayableAmount`) > 0;
  return listBroken([
    [
      'BR-RO-001',
      `Identificatorul specificatiei (BT-24) trebuie sa fie ${CUSTOMIZATION}.`,
      findText(root, 'CustomizationID') !== CUSTOMIZATION,
    ],
    ['BR-RO-010', 'Numarul facturii (BT-1) trebuie sa contina cel putin o cifra.', !/\d/u.test(number)],
    ['BR-RO-020', `Codul tipului facturii (BT-3) nu poate fi ${type}.`, !types.includes(type)],
    ['BR-RO-DT001', 'Datele trebuie sa fie de forma AAAA-LL-ZZ.', !dates.every(isDay)],
    [
      'BR-CO-25',
      'Cand suma de plata (BT-115) este pozitiva, trebuie scadenta (BT-9) sau conditiile de plata (BT-20).',
      isDue &&
        !['DueDate', 'PaymentMeans/PaymentDueDate', 'PaymentTerms/Note'].some((path) => findText(root, path)),
    ],
    ['BR-16', 'Factura trebuie sa aiba cel putin o linie.', listLines(root).length === 0],
    ['BR-27', 'Pretul net (BT-146) nu poate fi negativ.', prices.some((price) => Number(price) < 0)],
    ['BR-RO-L1024', 'Denumirea articolului (BT-153) are cel mult 100 de caractere.', names.some(isLong)],
  ]);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(Date.parse(text));
}

function isLong(name: string): boolean {
  return [...name].length > 100;
}

function judgeParties(root: Node): string[] {
  const [seller, buyer] = [readPlace(root, SELLER), readPlace(root, BUYER)];
  return listBroken([
    ['BR-RO-080', 'Strada vanzatorului (BT-35) trebuie scrisa.', !seller.hasStreet],
    ['BR-RO-082', 'Strada cumparatorului (BT-50) trebuie scrisa.', !buyer.hasStreet],
    ['BR-RO-100', 'Cu RO-B, localitatea vanzatorului (BT-37) este SECTOR1 … SECTOR6.', seller.isTownWrong],
    ['BR-RO-101', 'Cu RO-B, localitatea cumparatorului (BT-52) este SECTOR1 … SECTOR6.', buyer.isTownWrong],
    ['BR-RO-110', 'Judetul vanzatorului (BT-39) este RO- si codul sau.', isCountyWrong(seller)],
    ['BR-RO-111', 'Judetul cumparatorului (BT-54) este RO- si codul sau.', isCountyWrong(buyer)],
    [
      'BR-RO-065',
      'Vanzatorul trebuie sa aiba un cod fiscal (BT-31 sau BT-32).',
      readFacts(root).seller === null,
    ],
    [
      'BR-RO-120',
      'Cumparatorul trebuie sa aiba un cod (BT-46, BT-47 sau BT-48).',
      !['PartyLegalEntity/CompanyID', 'PartyTaxScheme/CompanyID', 'PartyIdentification/ID'].some((path) =>
        findText(root, `${BUYER}/${path}`),
      ),
    ],
  ]);
}

interface Place {
  readonly isHere: boolean;
  readonly county: string;
  readonly hasStreet: boolean;
  readonly isTownWrong: boolean;
}

function readPlace(root: Node, party: string): Place {
  const read = (path: string) => findText(root, `${party}/PostalAddress/${path}`) ?? '';
  const isHere = read('Country/IdentificationCode') === 'RO';
  const county = read('CountrySubentity');
  return {
    isHere,
    county,
    hasStreet: read('StreetName') !== '',
    isTownWrong: isHere && county === 'RO-B' && !/^SECTOR[1-6]$/u.test(read('CityName')),
  };
}

function isCountyWrong({ isHere, county }: Place): boolean {
  return isHere && !/^RO-[A-Z]{1,2}$/u.test(county);
}

function judgeSums(root: Node): string[] {
  const read = (name: string) => readHundredths(root, `${TOTAL}/${name}`);
  const lines = sum(listLines(root).map((line) => readHundredths(line, 'LineExtensionAmount')));
  const net = read('LineExtensionAmount') - read('AllowanceTotalAmount') + read('ChargeTotalAmount');
  const tax = readHundredths(root, 'TaxTotal/TaxAmount');
  const parts = sum(listTaxes(root).map((part) => readHundredths(part, 'TaxAmount')));
  const payable = read('TaxInclusiveAmount') - read('PrepaidAmount') + read('PayableRoundingAmount');
  const all = read('TaxExclusiveAmount') + tax;
  return listBroken([
    ['BR-CO-10', 'Suma valorilor liniilor (BT-106) nu este suma lor.', lines !== read('LineExtensionAmount')],
    ['BR-CO-13', 'Totalul fara TVA (BT-109) nu este cel al liniilor.', net !== read('TaxExclusiveAmount')],
    ['BR-CO-14', 'Totalul TVA (BT-110) nu este suma categoriilor.', parts !== tax],
    [
      'BR-CO-15',
      'Totalul cu TVA (BT-112) nu este totalul fara TVA plus TVA.',
      all !== read('TaxInclusiveAmount'),
    ],
    [
      'BR-CO-16',
      'Suma de plata (BT-115) nu este totalul minus ce s-a platit.',
      payable !== read('PayableAmount'),
    ],
  ]);
}

function judgeTaxes(root: Node): string[] {
  const parts = listTaxes(root);
  const isOff = (part: Node) => {
    const base = readHundredths(part, 'TaxableAmount');
    const wanted = (base * Number(findText(part, 'TaxCategory/Percent') ?? '0')) / 100;
    return Math.abs(wanted - readHundredths(part, 'TaxAmount')) >= TAX_TOLERANCE;
  };
  const isCategory = (letter: string) => (part: Node) => findText(part, 'TaxCategory/ID') === letter;
  const [standard, outside] = [parts.filter(isCategory('S')), parts.filter(isCategory('O'))];
  const baseIsOff = standard.some((part) => sumLinesOf(root, part) !== readHundredths(part, 'TaxableAmount'));
  const vatNumbers = [SELLER, BUYER].flatMap((party) =>
    listNodes(root, `${party}/PartyTaxScheme`).filter(
      (scheme) => findText(scheme, 'TaxScheme/ID') === 'VAT' && findText(scheme, 'CompanyID') !== null,
    ),
  );
  const hasReason = (part: Node) =>
    ['TaxExemptionReasonCode', 'TaxExemptionReason'].some((name) => findText(part, `TaxCategory/${name}`));
  return listBroken([
    ['BR-CO-17', 'TVA-ul categoriei (BT-117) nu este baza inmultita cu cota.', parts.some(isOff)],
    ['BR-S-08', 'Baza categoriei (BT-116) nu este suma liniilor cu aceeasi cota.', baseIsOff],
    ['BR-S-09', 'TVA-ul categoriei S (BT-117) nu este baza inmultita cu cota.', standard.some(isOff)],
    [
      'BR-O-02',
      'Cu categoria O nu se scriu coduri de TVA (BT-31, BT-63, BT-48).',
      outside.length > 0 && vatNumbers.length > 0,
    ],
    ['BR-O-10', 'Categoria O cere motivul scutirii (BT-120 sau BT-121).', !outside.every(hasReason)],
  ]);
}

function sumLinesOf(root: Node, part: Node): number {
  const rate = Number(findText(part, 'TaxCategory/Percent'));
  const fits = (line: Node) =>
    findText(line, 'Item/ClassifiedTaxCategory/ID') === 'S' &&
    Number(findText(line, 'Item/ClassifiedTaxCategory/Percent')) === rate;
  const charged = listNodes(root, 'AllowanceCharge')
    .filter((each) => Number(findText(each, 'TaxCategory/Percent')) === rate)
    .map((each) => readHundredths(each, 'Amount') * (findText(each, 'ChargeIndicator') === 'true' ? 1 : -1));
  const lines = listLines(root).filter(fits);
  return sum([...lines.map((line) => readHundredths(line, 'LineExtensionAmount')), ...charged]);
}

/** How the document fits the address that it was sent to. The sentences are presupuse. */
function judgeSending(root: Node, { cif, isConsumer, isForeign }: Asked): string[] {
  const { seller, buyer } = readFacts(root);
  const isToPerson =
    findText(root, `${BUYER}/PartyLegalEntity/CompanyID`) === CONSUMER || buyer?.length === 13;
  return [
    seller !== null &&
      seller !== cif &&
      `CIF-ul vanzatorului din factura (${seller}) nu este cel din parametrul cif=${cif}`,
    isToPerson && !isConsumer && 'Factura catre o persoana fizica se transmite prin uploadb2c',
    !isToPerson &&
      isConsumer &&
      !isForeign &&
      'Prin uploadb2c se transmit numai facturi catre persoane fizice',
  ].filter((found) => found !== false);
}

function listLines(root: Node): Node[] {
  return listNodes(root, `${root.name}Line`);
}

function listTaxes(root: Node): Node[] {
  return listNodes(root, 'TaxTotal/TaxSubtotal');
}

function readHundredths(node: Node, path: string): number {
  return Math.round(Number(findText(node, path) ?? '0') * 100);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
