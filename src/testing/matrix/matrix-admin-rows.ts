import { randomUUID } from 'node:crypto';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';
import { admins, type Body, type Rows } from '#testing/matrix/matrix-cells.ts';
import { BILLING } from '#testing/shop/shop.ts';

const why = { reason: 'Cerere la telefon' };
const because: Body = () => why;
const credits: Body = () => ({ ...why, delta: 2, days: 30, key: randomUUID() });
const plan: Body = () => ({ ...why, plan: 'basic', days: 30, withCredits: false, key: randomUUID() });
const days: Body = () => ({ ...why, days: 3 });
const terms: Body = () => ({
  validFrom: null,
  price: 149,
  credits: 60,
  limits: {
    photosPerLot: 150,
    outputsPerRun: 8,
    savedRecipes: 50,
    retentionDays: 90,
    storageBytes: 40_000_000_000,
    photosAtOnce: 2,
  },
});
/** Nothing is owed. */
const transfer: Body = () => ({ way: 'transfer', reference: 'OP 17', paidOn: '2026-01-01' });
/** Nothing is planned for then. */
const planned: Body = () => ({ validFrom: '2199-01-01T00:00:00.000Z' });
const figures: Body = () => ({ name: 'Starter 12', credits: 12, price: 55 });
const storno: Body = () => ({ ...why, amount: 1 });
const mended: Body = () => ({ ...why, billing: BILLING });
const everySession: Body = () => ({ sessionId: null });

/** Lines of the authorisation matrix: what admins see and decide of an account, who is none of them. */
export const ADMIN_ROWS: Rows = {
  'GET /api/admin/acts': [admins()],
  'GET /api/admin/overview': [admins()],
  'GET /api/admin/books': [admins()],
  'GET /api/admin/books/{month}/{file}': [admins(404)],
  'GET /api/admin/numbering-decisions/{year}': [admins(404)],
  'POST /api/admin/verify': [admins()],
  'GET /api/admin/withdrawals': [admins()],
  'POST /api/admin/withdrawals/{withdrawalId}/paid': [admins(409), transfer],
  'GET /api/admin/plans': [admins()],
  'POST /api/admin/plans/{plan}': [admins(), terms],
  'POST /api/admin/plans/{plan}/drop': [admins(400), planned],
  'POST /api/admin/presets/{presetKey}/drop': [admins(400), planned],
  'PUT /api/admin/credit-packages/{packageId}': [admins(), figures],
  'GET /api/admin/analytics/{report}': [admins()],
  'GET /api/admin/users/{userId}/ledger': [admins()],
  'GET /api/admin/users/{userId}/purchases': [admins()],
  'GET /api/admin/users/{userId}/lots': [admins()],
  'GET /api/admin/users/{userId}/sessions': [admins()],
  'POST /api/admin/users/{userId}/sessions/end': [admins(), everySession],
  'POST /api/admin/users/{userId}/credits': [admins(), credits],
  'POST /api/admin/users/{userId}/plan': [admins(), plan],
  'POST /api/admin/users/{userId}/trial': [admins(), days],
  'POST /api/admin/users/{userId}/suspend': [admins(), because],
  'POST /api/admin/orders/{orderId}/storno': [admins(STATUS_BY_CODE['payments/no-storno-due']), storno],
  'POST /api/admin/orders/{orderId}/restore': [admins(STATUS_BY_CODE['payments/not-restorable']), () => why],
  'POST /api/admin/orders/{orderId}/mend-invoice': [admins(STATUS_BY_CODE['payments/no-invoice']), mended],
  'POST /api/admin/users/{userId}/restore': [admins(), because],
};
