import type { InvoiceCause } from '#domain/invoices/series.ts';

/** Why a document was issued, beside it in a list. */
export const CAUSE_WORDS: Readonly<Record<InvoiceCause, string>> = {
  payment: 'pentru plată',
  refund: 'pentru banii returnați',
  withdrawal: 'pentru retragerea din contract',
  outside: 'pentru banii întorși pe altă cale',
  mended: 'pentru date îndreptate',
};
