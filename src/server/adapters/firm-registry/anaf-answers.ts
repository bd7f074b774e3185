import * as z from 'zod';
import { isStorableText, tidyLine } from '#domain/language/visible-text.ts';
import { isRegistrationNumber } from '#domain/payments/billing.ts';
import type { FirmStanding } from '#domain/payments/firms/registered-firm.ts';
import { type RegistryAddress, readAddress } from './anaf-address.ts';
import type { RegistryAnswer } from './port.ts';

/** Far more than any of its facts has. */
const LONGEST = 1_000;
/** Facts that are missing, null or of another kind are taken as not said. */
const fact = z
  .string()
  .refine((given) => given.length <= LONGEST && isStorableText(given))
  .transform(tidyLine)
  .catch('');
/** Its document writes them as words. */
const yes = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);

const seat = z
  .object({
    sdenumire_Strada: fact,
    snumar_Strada: fact,
    sdenumire_Localitate: fact,
    sdenumire_Judet: fact,
    scod_JudetAuto: fact,
    sdetalii_Adresa: fact,
    scod_Postal: fact,
  })
  .transform(
    (given): RegistryAddress => ({
      street: given.sdenumire_Strada,
      number: given.snumar_Strada,
      town: given.sdenumire_Localitate,
      county: given.sdenumire_Judet,
      car: given.scod_JudetAuto,
      details: given.sdetalii_Adresa,
      postalCode: given.scod_Postal,
    }),
  )
  .nullish()
  .catch(null);

const entry = z.object({
  date_generale: z.object({
    cui: z.coerce.string(),
    denumire: fact,
    nrRegCom: fact,
    stare_inregistrare: fact,
  }),
  inregistrare_scop_Tva: z.object({ scpTVA: yes }),
  stare_inactiv: z
    .object({ dataRadiere: fact, statusInactivi: yes.catch(false) })
    .nullish()
    .catch(null),
  adresa_sediu_social: seat,
});
type Entry = z.infer<typeof entry>;

const answer = z.object({
  found: z.array(z.unknown()),
  /** Absent where all were found, in some answers. */
  notFound: z.array(z.unknown()).nullish(),
});

/** Returns null for an answer that cannot be understood, or is about another firm. */
export function readRegistryAnswer(given: unknown, cui: string): RegistryAnswer | null {
  const read = answer.safeParse(given);
  if (!read.success) return null;
  const { found, notFound } = read.data;
  if (found.length === 0)
    return (notFound ?? []).some((each) => String(each) === cui) ? { outcome: 'not-found' } : null;
  const known = entry.safeParse(found[0]);
  if (!known.success || known.data.date_generale.cui !== cui) return null;
  return readEntry(known.data, cui);
}

function readEntry(known: Entry, cui: string): RegistryAnswer | null {
  const { denumire: name, nrRegCom } = known.date_generale;
  if (name === '') return null;
  return {
    outcome: 'found',
    firm: {
      cui,
      name,
      registrationNumber: isRegistrationNumber(nrRegCom) ? nrRegCom : '',
      paysVat: known.inregistrare_scop_Tva.scpTVA,
      standing: readStanding(known),
      address: readAddress(known.adresa_sediu_social ?? null),
    },
  };
}

function readStanding({ date_generale, stare_inactiv: inactive }: Entry): FirmStanding {
  const isErased =
    Boolean(inactive?.dataRadiere) || /^RADI(?:ERE|AT)/iu.test(date_generale.stare_inregistrare);
  if (isErased) return 'erased';
  return inactive?.statusInactivi ? 'inactive' : 'active';
}
