import type { DocumentCause } from '#domain/invoices/series.ts';

/** Words for why a document was issued, beside it in a list. */
export const CAUSE_WORDS: Readonly<Record<DocumentCause, string>> = {
  payment: 'pentru plată',
  refund: 'pentru banii returnați',
  withdrawal: 'pentru retragerea din contract',
  outside: 'pentru banii întorși pe altă cale',
  mended: 'pentru date îndreptate',
  restored: 'pentru bani care sunt din nou aici',
};
