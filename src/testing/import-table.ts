/** What may import what: the table of docs/architecture.md. */
/** A word may use only words to its right. */
export const WORDS = [
  'admin',
  'account',
  'adverts',
  'batches',
  'recipes',
  'payments',
  'photos',
  'plans',
  'credits',
  'webhooks',
  'users',
  'mail',
];

/** Rooms of server/payments. A room may use only rooms to its right; what stands in front of them may use all, and no room uses that. */
export const PAYMENTS_ROOMS = [
  'books',
  'sending',
  'hand-in',
  'anaf',
  'withdrawals',
  'refunds',
  'provider',
  'orders',
  'effects',
  'invoices',
  'mails',
  'checkout',
  'catalog',
  'firms',
  'store',
];

const OUTSIDE = 'npm:|node:';
const WORD = `src/server/(${WORDS.join('|')})/`;
/** Allowed imports: the first row whose `from` fits decides; words, features and adapters among themselves come below. */
export const IMPORT_TABLE: [from: string, to: string][] = [
  ['src/domain/', 'src/domain/'],
  ['src/contract/', 'src/(contract|domain)/|npm:zod/mini$'],
  ['src/imaging/', `src/(imaging|domain)/|${OUTSIDE}`],
  [WORD, `${WORD}|src/(domain|contract)/|src/server/(http/|app.ts$)|${OUTSIDE}`],
  ['src/server/http/', `src/(domain|contract)/|src/server/(http/|app.ts$)|${OUTSIDE}`],
  ['src/server/adapters/imaging/', `src/domain/|src/server/adapters/imaging/|${OUTSIDE}`],
  ['src/server/adapters/', `src/domain/|src/server/adapters/|src/server/(app|sync-path).ts$|${OUTSIDE}`],
  ['src/server/app.ts', `src/domain/|${OUTSIDE}`],
  [
    'src/server/(routes|jobs|live|mails).ts',
    `${WORD}|src/(domain|contract)/|src/server/((app|live|mails).ts$|http/)|${OUTSIDE}`,
  ],
  ['src/server/(main.ts|wiring/)', `src/(server|domain|contract)/|${OUTSIDE}`],
  [
    'src/server/(config|seller-settings|e-factura-settings).ts',
    `src/(domain|contract)/|src/server/(setting-kinds|role-problems|database-problems|seller-settings|e-factura-settings).ts$|${OUTSIDE}`,
  ],
  ['src/server/[a-z-]+.ts', `src/(domain|contract)/|src/server/sync-path.ts$|${OUTSIDE}`],
  ['src/web/ui/', 'src/web/ui/|npm:'],
  ['src/web/(api|text)/', 'src/(domain|contract)/|src/web/(ui|api|text)/|npm:'],
  ['src/web/session/', 'src/(domain|contract)/|src/web/(ui|api|text|session)/|npm:'],
  ['src/web/shared/', 'src/(domain|contract)/|src/web/(ui|api|text|session|shared)/|npm:'],
  ['src/web/editor/', 'src/(domain|contract)/|src/web/(ui|api|text|session|shared|editor|assets)/|npm:'],
  [
    'src/web/features/',
    'src/(domain|contract)/|src/web/(ui|api|text|session|shared|editor|features|assets)/|npm:',
  ],
  ['src/web/phone/', 'src/contract/|src/web/(phone/|ui/share-files.ts$)|npm:'],
  ['src/web/', 'src/(web|domain|contract)/|npm:'],
  ['src/testing/', `src/(testing|server|domain|contract|imaging)/|${OUTSIDE}`],
  ['stand-ins/', `stand-ins/|${OUTSIDE}`],
  ['e2e/', `e2e/|src/domain/|src/testing/draws.ts|${OUTSIDE}`],
  // The runner starts the object stores of others; nothing else knows the lab.
  ['tools/test.ts', `(tools|lab/stores)/|src/testing/|${OUTSIDE}`],
  ['tools/', `(tools|e2e)/|src/(server|imaging|domain|contract|testing)/|${OUTSIDE}`],
  ['lab/', `(lab|tools|e2e)/|src/(server|imaging|domain|contract|testing)/|${OUTSIDE}`],
];
