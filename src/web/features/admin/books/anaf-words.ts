import type { AnafConnectionShown } from '#contract/admin/admin-anaf.ts';
import type { AnafOutcome } from '#domain/invoices/anaf-connection.ts';
import { formatDay } from '#domain/language/time.ts';

/** Sentences about a visit to ANAF's page, whatever came of it. */
export const ANAF_OUTCOME_WORDS: Readonly<Record<AnafOutcome, string>> = {
  connected: 'ANAF este conectat.',
  'no-right': 'ANAF este conectat, dar certificatul nu are dreptul în SPV.',
  unproven:
    'ANAF este conectat, dar nu a răspuns la verificarea dreptului. Apasă „Verifică” peste câteva minute.',
  refused: 'Nu s-a ales niciun certificat, așa că ANAF nu s-a conectat.',
  expired: 'Conectarea a durat prea mult sau a început în altă fereastră. Încearcă din nou.',
  away: 'ANAF nu răspunde acum. Încearcă din nou peste câteva minute.',
  operator: 'ANAF refuză aplicația. Verifică ANAF_CLIENT_ID și ANAF_CLIENT_SECRET în setările serverului.',
  failed: 'ANAF nu s-a conectat. Încearcă din nou.',
};

/** Returns the state in a sentence. */
export function anafStateWords({ state, cif, until, endsSoon }: AnafConnectionShown): string {
  const day = until === null ? '' : formatDay(new Date(until));
  switch (state) {
    case 'none':
      return 'ANAF nu este conectat: facturile și stornările nu pleacă singure.';
    case 'again':
      return 'ANAF trebuie conectat din nou: facturile și stornările nu pleacă singure.';
    case 'no-right':
      return `Certificatul nu are drept în SPV pentru CUI ${cif}: facturile și stornările nu pleacă singure.`;
    case 'connected':
      return endsSoon
        ? `Conectat pentru CUI ${cif} doar până pe ${day}. Conectează din nou înainte de această zi.`
        : `Conectat pentru CUI ${cif}, până pe ${day}.`;
  }
}

/** True where an admin has something to do. */
export function needsAdmin({ mode, state, endsSoon }: AnafConnectionShown): boolean {
  return mode !== 'off' && (state !== 'connected' || endsSoon);
}
