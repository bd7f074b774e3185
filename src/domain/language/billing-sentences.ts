import { formatCount, NOUNS } from '#domain/language/plural.ts';
import type { BillingField, BillingProblem } from '#domain/payments/billing.ts';
import type { FirmAnswer } from '#domain/payments/firms/registered-firm.ts';

/** Labels of the billing fields, and sentences for their errors. */
export const BILLING_LABELS: Record<BillingField, string> = {
  firstName: 'Prenume',
  lastName: 'Nume',
  name: 'Denumirea firmei',
  cui: 'CUI',
  registrationNumber: 'Nr. Reg. Com.',
  street: 'Stradă și număr',
  city: 'Localitate sau sector',
  county: 'Județ',
  postalCode: 'Cod poștal',
  phone: 'Telefon',
};

const WRONG: Record<BillingField, string> = {
  firstName: 'Prenumele are doar litere, spații, puncte și cratime.',
  lastName: 'Numele are doar litere, spații, puncte și cratime.',
  name: 'Scrie denumirea firmei, așa cum este înregistrată.',
  cui: 'CUI-ul nu este corect: verifică fiecare cifră.',
  registrationNumber: 'Numărul are forma J40/7843/2023 sau J2023007843407.',
  street: 'Scrie strada și numărul.',
  city: 'Scrie localitatea; în București alege sectorul.',
  county: 'Alege județul din listă.',
  postalCode: 'Codul poștal are 6 cifre.',
  phone: 'Numărul de telefon are cel puțin 9 cifre.',
};

export function billingSentence(field: BillingField, problem: BillingProblem): string {
  if (problem === 'unprintable') return unprintableSentence(field);
  if (problem === 'missing') return 'Completează câmpul acesta.';
  return problem === 'too-long' ? 'Textul este prea lung. Scrie-l mai scurt.' : WRONG[field];
}

function unprintableSentence(field: BillingField): string {
  const latin = 'Factura nu poate fi scrisă cu literele sau semnele acestea: scrie cu litere latine';
  if (field === 'firstName' || field === 'lastName') return `${latin}, ca în buletin.`;
  return field === 'name' ? `${latin}, ca în actele firmei.` : `${latin}.`;
}

/** Said where another CUI stands than that of the firm that was filled in. */
export const ANOTHER_CUI =
  'CUI-ul este al altei firme: datele preluate înainte au fost golite. Preia-le din nou sau completează-le mai jos.';

/** Returns „Prea multe cereri … încearcă peste 7 secunde.” */
export function firmLimitSentence(seconds: number): string {
  const wait =
    seconds < 90
      ? formatCount(Math.max(1, Math.ceil(seconds)), NOUNS.second)
      : formatCount(Math.ceil(seconds / 60), NOUNS.minute);
  return `Prea multe cereri către registrul ANAF: încearcă peste ${wait} sau completează datele mai jos.`;
}

/** Returns what the person is told once the registry was asked. */
export function firmSentence({ outcome, firm }: FirmAnswer): string {
  if (outcome === 'away') return 'Registrul ANAF nu răspunde acum. Completează datele mai jos.';
  if (firm === null)
    return 'Registrul ANAF nu are o firmă cu acest CUI. Verifică-l sau completează datele mai jos.';
  const { name, paysVat, standing } = firm;
  if (standing === 'erased') return `${name} este radiată din registru. Verifică CUI-ul.`;
  const tax = `plătitor de TVA: ${paysVat ? 'da' : 'nu'}`;
  const taken = `Date preluate: ${name}, ${tax}. Verifică-le și completează ce lipsește.`;
  const warning = standing === 'inactive' ? ' Firma figurează ca inactivă la ANAF.' : '';
  return taken + warning;
}
