export const RIGHTS = ['support', 'accountant'] as const;
/** A narrow right beside the admins' own: it is no role, and only admins hand it out. */
export type Right = (typeof RIGHTS)[number];

/** Names of the rights, and what their holders may do, as admins and holders read them. */
export const RIGHT_WORDS: Readonly<Record<Right, { readonly name: string; readonly may: string }>> = {
  support: {
    name: 'Asistență',
    may: 'vede conturile, comenzile și stările loturilor și trimite din nou emailurile de confirmare și facturile, fără poze și fără să miște bani',
  },
  accountant: {
    name: 'Contabilitate',
    may: 'vede și descarcă facturile, jurnalele și lista pentru ANAF, fără să schimbe nimic',
  },
};
