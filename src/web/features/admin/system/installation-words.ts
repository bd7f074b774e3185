import type { Installation, PaymentsTrial } from '#contract/admin/admin-installation.ts';
import { formatBytes } from '#domain/language/size.ts';
import { formatStamp } from '#domain/language/time.ts';

/** Key of the query of how this server is set up. */
export const INSTALLATION = ['admin-installation'] as const;

/** A sentence, and whether the operator has something to do. */
export interface Remark {
  readonly words: string;
  readonly isBad: boolean;
}

export const PAYMENT_WORDS: Readonly<Record<Installation['payments'], string>> = {
  live: 'NETOPIA, cu bani adevărați',
  sandbox: 'Mediul de test al NETOPIA: nu se încasează bani',
  simulator: 'Simulator local: nu se încasează bani',
  off: 'Oprite: nu se vinde nimic',
};

export const E_FACTURA_WORDS: Readonly<Record<Installation['eFactura'], string>> = {
  live: 'Documentele pleacă singure la ANAF',
  test: 'Mediul de test al ANAF: nimic nu se declară',
  'stand-in': 'ANAF inventat, local: nimic nu se declară',
  export: 'Documentele se predau de mână, din lista „De predat”',
  off: 'Oprit: nu se predă nimic',
};

export function databaseWords({ isEmbedded, version, bytes }: Installation['database']): string {
  const whose = isEmbedded ? 'pornit de server' : 'propriu (DATABASE_URL)';
  return `PostgreSQL ${version}, ${whose}, ${formatBytes(bytes)}`;
}

export function mailWords(host: Installation['mailHost']): string {
  return host === null ? 'În fișiere, în dosarul „mails” al datelor: nu pleacă nimic' : `Prin ${host}`;
}

/** Returns when the last backup was made, what its check found and whether another one is due. */
export function backupRemarks(backup: Installation['backup']): readonly Remark[] {
  if (backup === null)
    return [
      {
        words: 'Încă nu s-a făcut niciuna. Cum se fac singure, în fiecare noapte, spune docs/install.md.',
        isBad: false,
      },
    ];
  const { madeAt, isLate, check } = backup;
  const late = { words: 'De peste 48 de ore nu s-a mai făcut una: vezi docs/install.md.', isBad: true };
  return [
    { words: formatStamp(new Date(madeAt)), isBad: false },
    checkRemark(check),
    ...(isLate ? [late] : []),
  ];
}

function checkRemark(check: NonNullable<Installation['backup']>['check']): Remark {
  if (check === null) return { words: 'Încă neverificată', isBad: false };
  return check.isWhole
    ? { words: `Verificată la ${formatStamp(new Date(check.at))}: e întreagă`, isBad: false }
    : { words: 'Verificarea a găsit-o stricată. Fă alta.', isBad: true };
}

export function triedMailRemark(to: string, host: string | null, problem: string | null): Remark {
  if (problem !== null)
    return {
      words: host === null ? 'Mailul nu s-a putut scrie.' : `Mailul pentru ${to} nu a plecat prin ${host}.`,
      isBad: true,
    };
  const taken =
    host === null ? `Mailul pentru ${to} este în dosarul „mails”.` : `${host} a primit mailul pentru ${to}.`;
  return { words: taken, isBad: false };
}

/** Returns who takes the payments, as a sentence begins. */
export function payeeName(mode: Installation['payments']): string {
  return mode === 'simulator' ? 'Simulatorul' : 'NETOPIA';
}

export function triedPaymentsRemark(who: string, verdict: PaymentsTrial['verdict']): Remark {
  switch (verdict) {
    case 'accepted':
      return {
        words: `${who} primește cheia API. Semnătura punctului de vânzare și cheia publică se dovedesc abia la o plată.`,
        isBad: false,
      };
    case 'refused':
      return {
        words: `${who} nu primește cheile. Verifică NETOPIA_API_KEY și NETOPIA_POS_SIGNATURE în setările serverului.`,
        isBad: true,
      };
    case 'unclear':
      return {
        words: `${who} nu a dat un răspuns clar. Încearcă din nou peste câteva minute.`,
        isBad: true,
      };
  }
}
