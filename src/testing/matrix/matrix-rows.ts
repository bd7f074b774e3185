import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';
import { ADMIN_ROWS } from '#testing/matrix/matrix-admin-rows.ts';
import { admins, type Body, open, owned, type Rows, self } from '#testing/matrix/matrix-cells.ts';
import { OLX } from '#testing/presets.ts';
import { PASSWORD } from '#testing/server.ts';
import { BILLING } from '#testing/shop/shop.ts';

const both: Body = ({ photoId, secondId }) => ({ photoIds: [photoId, secondId] });
const one: Body = ({ photoId }) => ({ photoIds: [photoId] });
const second: Body = ({ secondId }) => ({ photoIds: [secondId] });
const move: Body = ({ secondId, spareLot }) => ({ photoIds: [secondId], batchId: spareLot, leave: false });
const zip: Body = ({ photoId, resultId }) => ({ photoIds: [photoId], resultIds: [resultId] });
const name: Body = () => ({ name: 'Altul' });
const start: Body = ({ photoId }) => ({ photoIds: [photoId], cost: 0 });
const preview: Body = ({ photoId }) => ({
  photoId,
  recipe: DEFAULT_RECIPE,
  output: null,
  side: 320,
  stage: 'after',
});
const testImage: Body = () => ({
  recipe: DEFAULT_RECIPE,
  output: null,
  side: 320,
  stage: 'after',
  exception: null,
  plates: [],
  cutoutId: null,
});
const plates: Body = ({ photoId }) => ({ photos: [{ photoId, plates: [] }] });
const noHints: Body = () => ({ box: null, strokes: [] });
const NO_CUTOUT = `cut_${'0'.repeat(26)}`;
const noCutout: Body = () => ({ cutoutId: NO_CUTOUT });
const approvals: Body = ({ photoId }) => ({ photos: [{ photoId, cutoutId: NO_CUTOUT }] });
const newPackage: Body = () => ({ name: 'De Crăciun', credits: 5, price: 20 });
const newPreset: Body = () => {
  const { key: _, ...figures } = OLX;
  return { ...figures, validFrom: null };
};
const newRecipe: Body = () => ({ name: 'Încă una', recipe: DEFAULT_RECIPE, outputs: [] });
const active: Body = () => ({ isActive: true });
const unticked: Body = ({ packageId }) => ({
  packageType: packageId,
  billing: BILLING,
  startNow: true,
  terms: false,
  shownPrice: 50,
  shownDays: null,
  returnTo: null,
});
const pay: Body = ({ userId, packageId }) => ({ accountId: userId, packageType: packageId });
const refund: Body = () => ({ reason: 'La cerere', shownAmount: 50 });
const accept: Body = () => ({ reason: 'Banii sunt în cont' });
const claim: Body = ({ userId }) => ({ userId, isAdmin: true });
const credentials: Body = (_, email) => ({ email, password: PASSWORD });
const ownEmail: Body = (_, email) => ({ email });
const badSecret: Body = () => ({ token: 'nimic' });
const otherPassword: Body = () => ({ current: 'nu e asta', password: PASSWORD });
const badReset: Body = () => ({ token: 'nimic', password: PASSWORD });

/** One row per route. The owner's cells are tried last, in this order. */
export const ROWS: Rows = {
  ...ADMIN_ROWS,
  'GET /healthz': [open(200)],
  'GET /livez': [open(200)],
  'GET /readyz': [open(200)],
  'GET /api/openapi.json': [open(200)],
  'POST /api/auth/register': [open('auth/email-already-in-use'), credentials],
  'POST /api/auth/login': [{ ...open(200), deleted: 'auth/invalid-credential' }, credentials],
  'GET /api/auth/session': [open(200)],
  'POST /api/auth/logout': [open(200)],
  'DELETE /api/sessions/{sessionId}': [{ ...self('auth/proof-required'), owner: 200 }],
  'POST /api/auth/logout-everywhere': [self()],
  'POST /api/auth/password-reset': [open(200), ownEmail],
  'POST /api/auth/password-reset/confirm': [open('auth/link-invalid'), badReset],
  'POST /api/auth/verification': [self()],
  'POST /api/auth/verification/confirm': [open('auth/link-invalid'), badSecret],
  'GET /api/auth/token': [self()],
  'POST /api/auth/token': [self()],
  'POST /api/auth/proof': [self(), () => ({ password: PASSWORD })],
  'POST /api/auth/logout-others': [self()],
  'POST /api/auth/email-change/confirm': [open('auth/link-invalid'), badSecret],
  'POST /api/auth/email-change/undo': [open('auth/link-invalid'), badSecret],
  'GET /api/auth/google/start': [open('http/bad-request')],
  'GET /api/auth/google/callback': [open('auth/google-off')],
  'POST /api/auth/google/link': [open('auth/google-off'), () => ({ password: PASSWORD })],
  'POST /api/functions/checkAdminStatus': [self()],
  'POST /api/functions/setAdminClaim': [{ ...self('auth/only-admins-set-claims'), admin: 200 }, claim],
  'GET /api/users/me': [self()],
  'PATCH /api/users/me': [self(), () => ({ displayName: 'Ana' })],
  'GET /api/users/me/export': [self()],
  'POST /api/users/me/export': [self()],
  'GET /api/invoices/{invoiceId}/{kind}': [self('http/not-found')],
  'GET /api/exports/{exportId}/file': [self('auth/proof-required')],
  'GET /api/users/me/deletion': [self()],
  'DELETE /api/users/me': [self('auth/proof-required')],
  'GET /api/users/me/security': [self()],
  'PUT /api/users/me/password': [self('auth/wrong-password'), otherPassword],
  'PUT /api/users/me/email': [self('auth/proof-required'), () => ({ email: 'alta@fotolot.example' })],
  'DELETE /api/users/me/email': [self()],
  'DELETE /api/users/me/google': [self('auth/proof-required')],
  'PUT /api/users/me/avatar': [self('photos/empty')],
  'DELETE /api/users/me/avatar': [self()],
  'GET /avatars/users/{userId}/avatar.jpg': [open(200)],
  'GET /api/live': [self()],
  'GET /api/analytics/config': [open(200)],
  'GET /api/plans': [open(200)],
  'GET /api/plans/{plan}/quote': [self()],
  'POST /api/trial': [self('plans/trial-unverified')],
  'POST /api/plan/stop': [self()],
  'POST /api/plan/resume': [self()],
  'GET /api/credit-packages': [open(200)],
  'GET /api/operator': [open(200)],
  'GET /api/admin/model': [admins()],
  'GET /api/admin/models': [admins()],
  'POST /api/admin/models': [admins(STATUS_BY_CODE['photos/model-is-set']), () => ({ choice: 'off' })],
  'GET /api/admin/users': [admins()],
  'GET /api/admin/users/{userId}': [admins()],
  'GET /api/admin/orders': [admins()],
  'GET /api/admin/orders/{orderId}': [admins()],
  'POST /api/admin/orders/{orderId}/refund': [admins(STATUS_BY_CODE['payments/closed']), refund],
  'POST /api/admin/orders/{orderId}/accept': [admins(STATUS_BY_CODE['payments/not-in-review']), accept],
  'GET /api/admin/credit-packages': [admins()],
  'POST /api/admin/credit-packages': [admins(), newPackage],
  'PATCH /api/admin/credit-packages/{packageId}': [admins(), active],
  'GET /api/presets': [self()],
  'GET /api/brand-kit': [self()],
  'PUT /api/brand-kit': [self(), () => ({ watermark: null, plates: null })],
  'GET /api/recipes': [self()],
  'POST /api/recipes': [self(), newRecipe],
  'PATCH /api/recipes/{recipeId}': [owned('recipes/not-found'), () => ({ name: 'Numele nou' })],
  'DELETE /api/recipes/{recipeId}': [owned('recipes/not-found')],
  'GET /api/admin/presets': [admins()],
  'POST /api/admin/presets/{presetKey}': [admins(), newPreset],
  'GET /api/users/me/billing': [self()],
  'PUT /api/users/me/billing': [self(), () => BILLING],
  'PUT /api/checkout': [self('payments/consent-missing'), unticked],
  'POST /api/functions/createNetopiaPayment': [self('payments/closed'), pay],
  'GET /api/orders': [self()],
  'GET /api/orders/{orderId}': [owned('payments/order-not-found')],
  'POST /api/orders/{orderId}/cancel': [owned('payments/order-not-found')],
  'GET /api/orders/{orderId}/refund': [owned('payments/order-not-found', 'payments/not-refundable')],
  'POST /api/orders/{orderId}/refund': [
    owned('payments/order-not-found', 'payments/not-refundable'),
    () => ({ shownAmount: 50 }),
  ],
  'GET /api/credit-purchases': [self()],
  'GET /api/credits/grants': [self()],
  'GET /api/credits/history': [self()],
  'GET /api/usage': [self()],
  'GET /api/gallery': [self()],
  'GET /api/gallery/outputs': [self()],
  'PATCH /api/photos/{photoId}': [owned('photos/not-found'), name],
  'POST /api/photos/move': [owned('batches/not-found'), move],
  'POST /api/downloads': [self()],
  'POST /api/zips': [owned('photos/not-found'), zip],
  'GET /api/zips/{zipId}': [owned('photos/not-found')],
  'GET /api/photos': [self()],
  'GET /api/photos/{photoId}/thumbnail': [owned('photos/not-found')],
  'GET /api/photos/{photoId}/proxy': [owned('photos/not-found')],
  'GET /api/photos/{photoId}/original': [owned('photos/not-found')],
  'GET /api/photos/{photoId}/mask': [owned('photos/not-found', 'photos/file-missing')],
  'GET /api/photos/{photoId}/cutout': [owned('photos/not-found')],
  'POST /api/photos/{photoId}/cutout': [owned('photos/not-found'), noHints],
  'POST /api/photos/{photoId}/cutout/approve': [
    owned('photos/not-found', 'photos/cutout-replaced'),
    noCutout,
  ],
  'POST /api/photos': [self('photos/empty')],
  'POST /api/try': [open('photos/empty')],
  'POST /api/test-images': [self('photos/empty')],
  'POST /api/test-images/{testImageId}/preview': [self('http/not-found'), testImage],
  'POST /api/test-images/{testImageId}/cutout': [self('http/not-found'), noHints],
  'GET /api/test-images/{testImageId}/masks/{cutoutId}': [self('http/not-found')],
  'GET /api/batches': [self()],
  'POST /api/batches': [owned('photos/not-found'), both],
  'GET /api/batches/{batchId}': [owned('batches/not-found')],
  'PATCH /api/batches/{batchId}': [owned('batches/not-found'), name],
  'POST /api/batches/{batchId}/photos': [owned('batches/not-found'), one],
  'POST /api/batches/{batchId}/photos/remove': [owned('batches/not-found'), second],
  'POST /api/batches/{batchId}/preview': [owned('batches/not-found'), preview],
  'PUT /api/batches/{batchId}/wanted-start': [
    owned('batches/not-found'),
    () => ({ uploadKeys: ['nu-mai-vine'], cost: 0 }),
  ],
  'DELETE /api/batches/{batchId}/wanted-start': [owned('batches/not-found')],
  'POST /api/batches/{batchId}/wanted-start/without': [
    owned('batches/not-found'),
    () => ({ uploadKeys: ['alt-fisier'] }),
  ],
  'POST /api/batches/{batchId}/split': [
    owned('batches/not-found', 'batches/photo-not-in-lot'),
    () => ({ lots: [[`img_${'0'.repeat(26)}`]] }),
  ],
  'POST /api/batches/{batchId}/duplicate': [owned('batches/not-found')],
  'GET /api/batches/{batchId}/zip': [owned('batches/not-found')],
  'GET /api/results/{resultId}/file': [owned('photos/file-missing')],
  'GET /api/results/{resultId}/thumbnail': [owned('photos/file-missing')],
  'POST /api/batches/{batchId}/runs/{runId}/cancel': [owned('batches/not-found', 'batches/not-running')],
  'POST /api/batches/{batchId}/runs/{runId}/seen': [owned('batches/not-found')],
  'POST /api/batches/{batchId}/problem': [owned('batches/not-found'), () => ({ text: 'Prea galben.' })],
  'POST /api/batches/{batchId}/start': [owned('batches/not-found'), start],
  'DELETE /api/batches/{spareLot}': [owned('batches/not-found')],
  'POST /api/photos/plates': [owned('photos/not-found'), plates],
  'POST /api/photos/cutouts/approve': [owned('photos/not-found'), approvals],
  'POST /api/photos/cutouts/withdraw': [owned('photos/not-found'), approvals],
  'POST /api/photos/trash': [owned('untouched'), one],
  'POST /api/photos/restore': [owned('untouched'), one],
  'POST /api/photos/purge': [owned('untouched'), one],
  'POST /api/uploads': [self(201)],
  'HEAD /api/uploads/{uploadId}': [owned('photos/not-found')],
  'PATCH /api/uploads/{uploadId}': [owned('photos/not-found', 204)],
  'GET /api/uploads/{uploadId}': [self('http/not-found')],
  'DELETE /api/uploads/{uploadId}': [self('http/not-found')],
};
