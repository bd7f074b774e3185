/**
 * One mailbox, one account; one mailbox, one signup bonus (lower case, without +tag; Gmail reads no dots). All spellings count as one:
 * full-width, invisible characters, IDN.
 */
const SHAPE = /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/u;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Browsers and Node have it alike; the domain's types know neither. */
declare const URL: new (text: string) => { readonly hostname: string };

export function normaliseEmail(input: string): string | null {
  const typed = stripInvisible(stripInvisible(input).toLowerCase());
  const at = typed.lastIndexOf('@');
  const domain = asciiDomain(typed.slice(at + 1));
  if (at < 0 || domain === null) return null;
  const email = `${typed.slice(0, at)}@${domain}`;
  return email.length <= 254 && SHAPE.test(email) ? email : null;
}

function stripInvisible(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').normalize('NFKC').trim();
}

/** As mail servers look it up: „bücher.ro” and „xn--bcher-kva.ro” are one. A number is no domain. */
function asciiDomain(domain: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.(?!\d+$)[a-z0-9-]+$/.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

/** The addresses a signup bonus is counted on; with dots also what was kept before Gmail's were left out. Takes a normalised address. */
export function signupBonusEmails(email: string): string[] {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).split('+')[0] ?? '';
  const domain = email.slice(at + 1);
  const written = `${local}@${domain}`;
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return [written];
  return [...new Set([`${local.replaceAll('.', '')}@gmail.com`, written])];
}
