/** What a holder of a narrow right did, by the route that was called for it. */
const LOOK_WORDS: Readonly<Record<string, string>> = {
  'GET /api/admin/users': 'A căutat în conturi',
  'GET /api/admin/totals/users': 'A văzut câte conturi sunt',
  'GET /api/admin/users/{userId}': 'A văzut contul',
  'GET /api/admin/users/{userId}/ledger': 'A văzut istoricul de credite al contului',
  'GET /api/admin/users/{userId}/purchases': 'A văzut cumpărăturile contului',
  'GET /api/admin/users/{userId}/lots': 'A văzut loturile contului',
  'GET /api/admin/orders': 'A căutat în comenzi',
  'GET /api/admin/totals/orders': 'A văzut câte comenzi sunt',
  'GET /api/admin/orders/{orderId}': 'A văzut comanda',
  'GET /api/invoices': 'A deschis o factură',
  'GET /api/admin/books': 'A văzut facturile pe luni',
  'GET /api/admin/books/{month}/{file}': 'A descărcat documentele unei luni',
  'GET /api/admin/numbering-decisions/{year}': 'A deschis decizia de numerotare',
  'GET /api/admin/hand-ins': 'A văzut documentele pentru RO e-Factura',
  'GET /api/admin/hand-ins/{list}/files': 'A descărcat fișierele pentru RO e-Factura',
  'GET /api/admin/hand-ins/{invoiceId}/signed': 'A descărcat un document semnat de ANAF',
};

/** Returns the words of a look; of a route that is gone its own name. */
export function getLookWords(route: string): string {
  return LOOK_WORDS[route] ?? route;
}
