import { randomUUID } from 'node:crypto';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';
import { type Body, expectForAdmin, expectForRight, type Rows } from '#testing/matrix/matrix-cells.ts';
import { BILLING } from '#testing/shop/shop.ts';

const why = { reason: 'Cerere la telefon' };
const buildReasonBody: Body = () => why;
const buildCreditsBody: Body = () => ({ ...why, delta: 2, days: 30, key: randomUUID() });
const buildPlanBody: Body = () => ({
  ...why,
  plan: 'basic',
  days: 30,
  withCredits: false,
  key: randomUUID(),
});
const buildDaysBody: Body = () => ({ ...why, days: 3 });
const buildTermsBody: Body = () => ({
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
const buildTransferBody: Body = () => ({ way: 'transfer', reference: 'OP 17', paidOn: '2026-01-01' });
/** Nothing is planned for then. */
const buildPlannedBody: Body = () => ({ validFrom: '2199-01-01T00:00:00.000Z' });
const buildFiguresBody: Body = () => ({ name: 'Starter 12', credits: 12, price: 55 });
const buildStornoBody: Body = () => ({ ...why, amount: 1 });
const buildMendBody: Body = () => ({ ...why, billing: BILLING });
/** The mode is off in a server that takes no live payments. */
const buildMarkBody: Body = () => ({ ...why, index: '3828', key: randomUUID() });
const buildPressBody: Body = () => ({ ...why, key: randomUUID() });
const buildRightBody: Body = () => ({ ...why, right: 'support', isGiven: true });
const buildGoodwillBody: Body = () => ({ ...why, amount: 1, shownMost: 50, key: randomUUID() });
const buildGoodwillPaidBody: Body = () => ({ reference: 'OP 17', paidOn: '2026-01-01' });
const buildEverySessionBody: Body = () => ({ sessionId: null });

/** Lines of the authorisation matrix: what admins see and decide of an account, who is none of them. */
export const ADMIN_ROWS: Rows = {
  'GET /api/admin/acts': [expectForAdmin()],
  'GET /api/admin/overview': [expectForAdmin()],
  'GET /api/admin/installation': [expectForAdmin()],
  'POST /api/admin/installation/second-factor': [
    expectForAdmin(STATUS_BY_CODE['auth/second-factor-alone']),
    () => ({ isObliged: true }),
  ],
  'POST /api/admin/installation/try-mail': [expectForAdmin()],
  'POST /api/admin/installation/try-payments': [expectForAdmin(STATUS_BY_CODE['payments/closed'])],
  'GET /api/admin/books': [expectForRight('accountant')],
  'GET /api/admin/books/{month}/{file}': [expectForRight('accountant', 404)],
  'GET /api/admin/numbering-decisions/{year}': [expectForRight('accountant', 404)],
  'GET /api/admin/hand-ins': [expectForRight('accountant')],
  'GET /api/admin/hand-ins/{list}/files': [expectForRight('accountant', 404)],
  'POST /api/admin/hand-ins/before': [expectForAdmin(STATUS_BY_CODE['payments/hand-in-off']), buildPressBody],
  'POST /api/admin/hand-ins/{invoiceId}/mark': [
    expectForAdmin(STATUS_BY_CODE['payments/hand-in-off']),
    buildMarkBody,
  ],
  'POST /api/admin/hand-ins/{invoiceId}/undo': [
    expectForAdmin(STATUS_BY_CODE['payments/hand-in-off']),
    buildPressBody,
  ],
  'GET /api/admin/anaf': [expectForAdmin()],
  'POST /api/admin/anaf/connect': [expectForAdmin(STATUS_BY_CODE['payments/anaf-off'])],
  'POST /api/admin/anaf/check': [expectForAdmin(STATUS_BY_CODE['payments/anaf-off'])],
  'POST /api/admin/anaf/disconnect': [expectForAdmin(STATUS_BY_CODE['payments/anaf-off']), buildReasonBody],
  'POST /api/admin/hand-ins/send-from-before': [
    expectForAdmin(STATUS_BY_CODE['payments/hand-in-off']),
    buildPressBody,
  ],
  'POST /api/admin/hand-ins/{invoiceId}/send-again': [
    expectForAdmin(STATUS_BY_CODE['payments/hand-in-off']),
    buildPressBody,
  ],
  'GET /api/admin/hand-ins/{invoiceId}/signed': [expectForRight('accountant', 404)],
  'POST /api/admin/verify': [expectForAdmin()],
  'GET /api/admin/withdrawals': [expectForAdmin()],
  'POST /api/admin/withdrawals/{withdrawalId}/paid': [expectForAdmin(409), buildTransferBody],
  'GET /api/admin/plans': [expectForAdmin()],
  'POST /api/admin/plans/{plan}': [expectForAdmin(), buildTermsBody],
  'POST /api/admin/plans/{plan}/drop': [expectForAdmin(400), buildPlannedBody],
  'POST /api/admin/presets/{presetKey}/drop': [expectForAdmin(400), buildPlannedBody],
  'PUT /api/admin/credit-packages/{packageId}': [expectForAdmin(), buildFiguresBody],
  'GET /api/admin/analytics/{report}': [expectForAdmin()],
  'GET /api/admin/users/{userId}/ledger': [expectForRight('support')],
  'GET /api/admin/users/{userId}/purchases': [expectForRight('support')],
  'GET /api/admin/users/{userId}/lots': [expectForRight('support')],
  'GET /api/admin/users/{userId}/sessions': [expectForAdmin()],
  'POST /api/admin/users/{userId}/sessions/end': [expectForAdmin(), buildEverySessionBody],
  'POST /api/admin/users/{userId}/credits': [expectForAdmin(), buildCreditsBody],
  'POST /api/admin/users/{userId}/plan': [expectForAdmin(), buildPlanBody],
  'POST /api/admin/users/{userId}/trial': [expectForAdmin(), buildDaysBody],
  'POST /api/admin/users/{userId}/second-factor/remove': [
    expectForAdmin(STATUS_BY_CODE['auth/second-factor-missing']),
    buildReasonBody,
  ],
  'POST /api/admin/users/{userId}/rights': [expectForAdmin(), buildRightBody],
  'GET /api/admin/users/{userId}/looks': [expectForAdmin()],
  'POST /api/admin/users/{userId}/suspend': [expectForAdmin(), buildReasonBody],
  'POST /api/admin/orders/{orderId}/goodwill': [
    expectForAdmin(STATUS_BY_CODE['payments/not-refundable']),
    buildGoodwillBody,
  ],
  'POST /api/admin/orders/{orderId}/goodwill/{goodwillId}/paid': [
    expectForAdmin(STATUS_BY_CODE['payments/nothing-owed']),
    buildGoodwillPaidBody,
  ],
  'POST /api/admin/orders/{orderId}/storno': [
    expectForAdmin(STATUS_BY_CODE['payments/no-storno-due']),
    buildStornoBody,
  ],
  'POST /api/admin/orders/{orderId}/restore': [
    expectForAdmin(STATUS_BY_CODE['payments/not-restorable']),
    () => why,
  ],
  'POST /api/admin/orders/{orderId}/mend-invoice': [
    expectForAdmin(STATUS_BY_CODE['payments/no-invoice']),
    buildMendBody,
  ],
  'GET /api/admin/page-reports': [expectForAdmin()],
  'POST /api/admin/page-reports/{reportId}': [
    expectForAdmin(STATUS_BY_CODE['http/not-found']),
    () => ({ ...why, takesDown: true }),
  ],
  'POST /api/admin/users/{userId}/restore': [expectForAdmin(), buildReasonBody],
};
