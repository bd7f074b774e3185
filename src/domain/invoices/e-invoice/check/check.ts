import { readXml } from './read-xml.ts';
import { RULES_OF_CIUS_RO } from './rules-of-cius-ro.ts';
import { RULES_OF_EN16931 } from './rules-of-en16931.ts';
import { RULES_OF_VALUES } from './rules-of-values.ts';
import { isBuiltAsUbl } from './structure-of-ubl.ts';

/**
 * Returns the ids of the rules that an e-invoice breaks, sorted; none for one that RO e-Factura takes. „XML” stands for a text that is not
 * well-formed, „UBL” for what the schemas refuse. It knows only what our documents hold and takes nothing else: no allowances, no
 * deliveries, no other currency, country, unit or attribute.
 */
export function checkEInvoice(xml: string): readonly string[] {
  const document = readXml(xml);
  if (!document) return ['XML'];
  const broken = [...RULES_OF_VALUES, ...RULES_OF_EN16931, ...RULES_OF_CIUS_RO].filter(
    ({ holds }) => !holds(document),
  );
  const ids = broken.map(({ id }) => id);
  return [...new Set(isBuiltAsUbl(document) ? ids : [...ids, 'UBL'])].sort();
}
