import { createHash } from 'node:crypto';

/** An account as the identity token tells it. */
export interface Account {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  /** The Workspace domain that runs the account. */
  readonly hd?: string;
  readonly name: string;
}

export interface Described {
  readonly email: string;
  readonly name?: string;
  readonly verified: boolean;
  readonly hd?: string;
  /** Another number makes another account with the same address. */
  readonly sub?: string;
}

/** The same description is the same account, also after a restart. */
export function describe({ email, name, verified, hd, sub }: Described): Account {
  return {
    sub: sub || computeNumber(email.toLowerCase()),
    email,
    email_verified: verified,
    ...(hd ? { hd } : {}),
    name: name || (email.split('@')[0] ?? email),
  };
}

function computeNumber(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `1${BigInt(`0x${hex}`).toString().padStart(20, '0')}`;
}

/** One of each kind that a client has to tell apart. */
export const MADE_UP: readonly { readonly account: Account; readonly kind: string }[] = [
  {
    account: describe({ email: 'ana.proba.fotolot@gmail.com', name: 'Ana Pop', verified: true }),
    kind: 'Gmail',
  },
  {
    account: describe({
      email: 'ion@auto-ionescu.example',
      name: 'Ion Ionescu',
      verified: true,
      hd: 'auto-ionescu.example',
    }),
    kind: 'Workspace, domeniul firmei',
  },
  {
    account: describe({ email: 'maria@posta.example', name: 'Maria Țurcanu', verified: true }),
    kind: 'altă poștă, confirmată',
  },
  {
    account: describe({ email: 'dan@posta.example', name: 'Dan Șerban', verified: false }),
    kind: 'altă poștă, neconfirmată',
  },
];
