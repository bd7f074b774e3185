import { foldDiacritics } from '#domain/language/fold.ts';
import { BUCHAREST, COUNTIES, type County, isCounty, SECTORS } from '#domain/payments/counties.ts';
import type { FirmAddress } from '#domain/payments/firms/registered-firm.ts';

/** The registered office, one line each; empty: not said. */
export interface RegistryAddress {
  readonly street: string;
  readonly number: string;
  readonly town: string;
  readonly county: string;
  /** „CJ”, as on number plates. */
  readonly car: string;
  readonly details: string;
  readonly postalCode: string;
}

/** Most letters of the billing form's fields. */
const MOST = { street: 150, city: 50 };

/** Returns the address in the fields of the billing form; null where the registry has none. */
export function readAddress(given: RegistryAddress | null): FirmAddress | null {
  if (given === null) return null;
  const county = readCounty(given);
  const street = writeStreet(given);
  const city = county === BUCHAREST ? readSector(given.town) : writeTown(given.town);
  const postalCode = readPostalCode(given.postalCode);
  return street || city || county ? { street, city, county, postalCode } : null;
}

function readCounty({ car, county }: RegistryAddress): County | '' {
  if (isCounty(car)) return car;
  const name = foldDiacritics(county).replace(/^(?:municipiul|judetul|jud\.?) +/u, '');
  const found = Object.entries(COUNTIES).find(([, label]) => foldDiacritics(label) === name);
  return (found?.[0] as County | undefined) ?? '';
}

/** „Sector 3 Mun. București” → „Sector 3”. */
function readSector(town: string): string {
  const number = /^Sector(?:ul)? ?(\d)(?!\d)/iu.exec(town)?.[1];
  return SECTORS.find((sector) => sector === `Sector ${number}`) ?? '';
}

/** „Mun. Cluj-Napoca” → „Cluj-Napoca”; „Sat Luna Com. Florești” → „Luna, com. Florești”, which some counties have twice. */
function writeTown(town: string): string {
  const within = /^(?:Sat|Loc\.) +(.+?) +(Com|Or[sș]|Oraș|Mun)\.? +(.+)$/iu.exec(town);
  if (within === null) return town.replace(/^(?:(?:Mun|Or[sș]|Com|Loc)\. ?|(?:Oraș|Sat) +)/iu, '').trim();
  const [, village = '', kind = '', above = ''] = within;
  if (foldDiacritics(village) === foldDiacritics(above)) return village;
  const whole = `${village}, ${kind.toLowerCase().slice(0, 3)}. ${above}`;
  return [...whole].length > MOST.city ? village : whole;
}

/** Details that make it too long are left to the person. */
function writeStreet({ street, number, details }: RegistryAddress): string {
  const numbered = number && (street ? `${street} nr. ${number}` : `Nr. ${number}`);
  const begin = numbered || street;
  const whole = [begin, details].filter(Boolean).join(', ');
  return [...whole].length > MOST.street ? begin : whole;
}

/** Leading zeros get lost there. */
function readPostalCode(given: string): string {
  return /^\d{5,6}$/u.test(given) ? given.padStart(6, '0') : '';
}
