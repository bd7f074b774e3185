import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';

/** „2026-11”, of Bucharest. */
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/));
const year = z.string().check(z.regex(/^20\d\d$/));

/** Sums in lei, stornos taken off. */
const booksOfMonth = z.object({
  month,
  invoices: z.int(),
  stornos: z.int(),
  net: z.number(),
  vat: z.number(),
  gross: z.number(),
  /** Documents whose PDF is not made yet: their archive lacks it. */
  withoutPdf: z.int(),
});
export type BooksOfMonth = z.infer<typeof booksOfMonth>;

export const listBooks = defineRoute({
  method: 'GET',
  path: '/api/admin/books',
  access: 'admin',
  right: 'accountant',
  summary: 'Invoices and stornos by month, newest first',
  out: z.object({
    /** Documents without fiscal value: no real one exists yet. */
    isTrial: z.boolean(),
    months: z.array(booksOfMonth),
    /**
     * Years whose decision on numbering can be printed, newest first, this year included before its first invoice. Empty without a record
     * and a series.
     */
    decisions: z.array(year),
  }),
});
export type Books = z.infer<(typeof listBooks)['out']>;

/** documents: PDF and XML of all documents, a ZIP. journal: sales journal, CSV. saga: XML files that the program SAGA imports, a ZIP. */
export const BOOK_FILES = ['documents', 'journal', 'saga'] as const;

export const downloadBook = defineRoute({
  method: 'GET',
  path: '/api/admin/books/{month}/{file}',
  access: 'admin',
  right: 'accountant',
  summary: 'A month’s documents (ZIP), journal (CSV) or files for SAGA (ZIP)',
  params: z.object({ month, file: z.enum(BOOK_FILES) }),
});

export const downloadNumberingDecision = defineRoute({
  method: 'GET',
  path: '/api/admin/numbering-decisions/{year}',
  access: 'admin',
  right: 'accountant',
  summary: 'The decision on the numbering of a year’s invoices, text to print and sign',
  params: z.object({ year }),
});
