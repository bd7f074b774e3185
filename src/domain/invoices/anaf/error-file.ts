/** Returns the sentences of ANAF's file of errors, one a line; empty: it has none. */
export function readErrors(xml: string): string {
  const found = [...xml.matchAll(/\berrorMessage\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return found
    .map(([, double, single]) => unescape(double ?? single ?? '').trim())
    .filter(Boolean)
    .join('\n')
    .slice(0, MOST_LETTERS);
}

const MOST_LETTERS = 5000;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 31 && code < 0x110000 ? String.fromCodePoint(code) : ' ';
  });
}

/** Two files are the same document: its number, day, seller and sum are. For a file that ANAF wrote anew. */
export function isSameDocument(one: string, other: string): boolean {
  const facts = factsOf(one);
  return facts.every(Boolean) && facts.join('|') === factsOf(other).join('|');
}

function factsOf(xml: string): string[] {
  const first = (pattern: RegExp) => pattern.exec(xml)?.[1]?.trim() ?? '';
  const seller = first(/<(?:\w+:)?AccountingSupplierParty\b([\s\S]*?)<\/(?:\w+:)?AccountingSupplierParty>/);
  return [
    first(/<(?:\w+:)?ID\b[^>]*>([^<]+)</),
    first(/<(?:\w+:)?IssueDate\b[^>]*>([^<]+)</),
    /<(?:\w+:)?CompanyID\b[^>]*>(?:RO)?([^<]+)</.exec(seller)?.[1]?.trim() ?? '',
    first(/<(?:\w+:)?PayableAmount\b[^>]*>([^<]+)</),
    first(/<(?:\w+:)?TaxInclusiveAmount\b[^>]*>([^<]+)</),
  ];
}
