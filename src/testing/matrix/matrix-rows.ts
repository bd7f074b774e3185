import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';
import { ADMIN_ROWS } from '#testing/matrix/matrix-admin-rows.ts';
import {
  type Body,
  expectForAdmin,
  expectForAll,
  expectForKeys,
  expectForOwner,
  expectForPhone,
  expectForResults,
  expectForRight,
  expectForUser,
  type Rows,
} from '#testing/matrix/matrix-cells.ts';
import { OLX } from '#testing/presets.ts';
import { PASSWORD } from '#testing/server.ts';
import { BILLING } from '#testing/shop/shop.ts';

const buildBothPhotosBody: Body = ({ photoId, secondId }) => ({ photoIds: [photoId, secondId] });
const buildPhotoBody: Body = ({ photoId }) => ({ photoIds: [photoId] });
const buildSecondPhotoBody: Body = ({ secondId }) => ({ photoIds: [secondId] });
const buildMoveBody: Body = ({ secondId, spareLot }) => ({
  photoIds: [secondId],
  batchId: spareLot,
  leave: false,
});
const buildZipBody: Body = ({ photoId, resultId }) => ({ photoIds: [photoId], resultIds: [resultId] });
const buildNameBody: Body = () => ({ name: 'Altul' });
const buildWebhookBody: Body = () => ({ url: 'https://magazin.example/', events: ['lot.done'] });
const buildStartBody: Body = ({ photoId }) => ({ photoIds: [photoId], cost: 0 });
const buildPreviewBody: Body = ({ photoId }) => ({
  photoId,
  recipe: DEFAULT_RECIPE,
  output: null,
  side: 320,
  stage: 'after',
});
const buildTestImageBody: Body = () => ({
  recipe: DEFAULT_RECIPE,
  output: null,
  side: 320,
  stage: 'after',
  exception: null,
  plates: [],
  cutoutId: null,
});
const buildPlatesBody: Body = ({ photoId }) => ({ photos: [{ photoId, plates: [] }] });
const buildNoHintsBody: Body = () => ({ box: null, strokes: [] });
const NO_CUTOUT = `cut_${'0'.repeat(26)}`;
const buildNoCutoutBody: Body = () => ({ cutoutId: NO_CUTOUT });
const buildApprovalsBody: Body = ({ photoId }) => ({ photos: [{ photoId, cutoutId: NO_CUTOUT }] });
const buildPackageBody: Body = () => ({ name: 'De Crăciun', credits: 5, price: 20 });
const buildPresetBody: Body = () => {
  const { key: _, ...figures } = OLX;
  return { ...figures, validFrom: null };
};
const buildRecipeBody: Body = () => ({ name: 'Încă una', recipe: DEFAULT_RECIPE, outputs: [] });
const buildPageBody: Body = ({ resultId }) => ({
  title: 'Pagina',
  price: null,
  currency: 'RON',
  words: '',
  phone: '',
  isIndexed: false,
  hasDownloads: false,
  days: 7,
  resultIds: [resultId],
});
const buildSendingBody: Body = ({ batchId, connectionId, advertId, resultId }) => ({
  batchId,
  connectionId,
  advertId,
  seen: '',
  pictures: [{ result: resultId }],
});
const buildActiveBody: Body = () => ({ isActive: true });
const buildUntickedBody: Body = ({ packageId }) => ({
  packageType: packageId,
  billing: BILLING,
  startNow: true,
  terms: false,
  shownPrice: 50,
  shownDays: null,
  returnTo: null,
});
const buildPayBody: Body = ({ userId, packageId }) => ({ accountId: userId, packageType: packageId });
const buildRefundBody: Body = () => ({ reason: 'La cerere', shownAmount: 50 });
const buildAcceptBody: Body = () => ({ reason: 'Banii sunt în cont' });
const buildClaimBody: Body = ({ userId }) => ({ userId, isAdmin: true });
const buildCredentialsBody: Body = (_, email) => ({ email, password: PASSWORD });
const buildEmailBody: Body = (_, email) => ({ email });
const buildBadSecretBody: Body = () => ({ token: 'nimic' });
const buildPasswordBody: Body = () => ({ current: 'nu e asta', password: PASSWORD });
const buildBadResetBody: Body = () => ({ token: 'nimic', password: PASSWORD });

/** One row per route. The owner's cells are tried last, in this order. */
export const ROWS: Rows = {
  ...ADMIN_ROWS,
  'GET /healthz': [expectForAll(200)],
  'GET /livez': [expectForAll(200)],
  'GET /readyz': [expectForAll(200)],
  'GET /api/openapi.json': [expectForAll(200)],
  // It ends with the session that made it, so it is tried before the owner signs out.
  'DELETE /api/phone-links/{phoneLinkId}': [expectForOwner('http/not-found')],
  'DELETE /api/result-links/{resultLinkId}': [expectForOwner('http/not-found')],
  'POST /api/auth/register': [expectForAll('auth/email-already-in-use'), buildCredentialsBody],
  'POST /api/auth/login': [
    { ...expectForAll(200), deleted: 'auth/invalid-credential' },
    buildCredentialsBody,
  ],
  'POST /api/auth/second-step': [expectForAll('auth/second-step-over'), () => ({ code: '000000' })],
  'POST /api/auth/second-step/ways': [expectForAll('auth/second-step-over')],
  'POST /api/auth/second-step/passkey': [expectForAll('auth/second-step-over'), () => ({ response: {} })],
  'GET /api/auth/session': [expectForAll(200)],
  'POST /api/auth/logout': [expectForAll(200)],
  'DELETE /api/sessions/{sessionId}': [{ ...expectForUser('auth/proof-required'), owner: 200 }],
  'POST /api/auth/logout-everywhere': [expectForUser()],
  'POST /api/auth/password-reset': [expectForAll(200), buildEmailBody],
  'POST /api/auth/password-reset/confirm': [expectForAll('auth/link-invalid'), buildBadResetBody],
  'POST /api/auth/verification': [expectForUser()],
  'POST /api/auth/verification/confirm': [expectForAll('auth/link-invalid'), buildBadSecretBody],
  'GET /api/auth/token': [expectForUser()],
  'POST /api/auth/token': [expectForUser()],
  'POST /api/auth/proof': [expectForUser(), () => ({ password: PASSWORD })],
  'POST /api/auth/proof/passkey': [expectForUser('auth/second-factor-missing')],
  'POST /api/users/me/passkeys/begin': [expectForUser('auth/proof-required')],
  'POST /api/users/me/passkeys': [
    expectForUser('auth/proof-required'),
    () => ({ name: 'Telefon', response: {} }),
  ],
  'DELETE /api/users/me/passkeys/{passkeyId}': [expectForUser('auth/proof-required')],
  'POST /api/users/me/second-factor/totp': [expectForUser('auth/proof-required')],
  'POST /api/users/me/second-factor/totp/confirm': [
    expectForUser('auth/proof-required'),
    () => ({ code: '000000' }),
  ],
  'DELETE /api/users/me/second-factor/totp': [expectForUser('auth/proof-required')],
  'POST /api/users/me/second-factor/recovery-codes': [expectForUser('auth/proof-required')],
  'DELETE /api/users/me/second-factor': [expectForUser('auth/proof-required')],
  'POST /api/auth/logout-others': [expectForUser()],
  'POST /api/auth/email-change/confirm': [expectForAll('auth/link-invalid'), buildBadSecretBody],
  'POST /api/auth/email-change/undo': [expectForAll('auth/link-invalid'), buildBadSecretBody],
  'GET /api/auth/google/start': [expectForAll('http/bad-request')],
  'GET /api/auth/google/callback': [expectForAll('auth/google-off')],
  'POST /api/auth/google/link': [expectForAll('auth/google-off'), () => ({ password: PASSWORD })],
  'POST /api/functions/checkAdminStatus': [expectForUser()],
  'POST /api/functions/setAdminClaim': [
    { ...expectForUser('auth/only-admins-set-claims'), admin: 200 },
    buildClaimBody,
  ],
  'GET /api/users/me': [expectForUser()],
  'PATCH /api/users/me': [expectForUser(), () => ({ displayName: 'Ana' })],
  'GET /api/users/me/export': [expectForUser()],
  'POST /api/users/me/export': [expectForUser()],
  'GET /api/invoices/{invoiceId}/{kind}': [expectForUser('http/not-found')],
  'GET /api/exports/{exportId}/file': [expectForUser('auth/proof-required')],
  'GET /api/users/me/deletion': [expectForUser()],
  'DELETE /api/users/me': [expectForUser('auth/proof-required')],
  'GET /api/users/me/security': [expectForUser()],
  'PUT /api/users/me/password': [expectForUser('auth/wrong-password'), buildPasswordBody],
  'PUT /api/users/me/email': [
    expectForUser('auth/proof-required'),
    () => ({ email: 'alta@fotolot.example' }),
  ],
  'DELETE /api/users/me/email': [expectForUser()],
  'DELETE /api/users/me/google': [expectForUser('auth/proof-required')],
  'PUT /api/users/me/avatar': [expectForUser('photos/empty')],
  'DELETE /api/users/me/avatar': [expectForUser()],
  'GET /avatars/users/{userId}/avatar.jpg': [expectForAll(200)],
  'GET /api/live': [expectForUser()],
  'GET /api/analytics/config': [expectForAll(200)],
  'GET /api/plans': [expectForAll(200)],
  'GET /api/plans/{plan}/quote': [expectForUser()],
  // The owner has a plan, which brings keys.
  'POST /api/trial': [{ ...expectForUser('plans/trial-unverified'), owner: 'plans/trial-with-plan' }],
  'GET /api/keys': [expectForUser()],
  'POST /api/keys': [
    { ...expectForUser('auth/proof-required'), owner: 200 },
    () => ({ name: 'Depozit', kind: 'read' }),
  ],
  'DELETE /api/keys/{keyId}': [expectForOwner('http/not-found')],
  'GET /api/webhooks': [expectForUser()],
  'POST /api/webhooks': [{ ...expectForUser('auth/proof-required'), owner: 200 }, buildWebhookBody],
  'POST /api/webhooks/{webhookId}/test': [expectForOwner('http/not-found')],
  'POST /api/webhooks/{webhookId}/deliveries/{deliveryId}/replay': [expectForOwner('http/not-found')],
  'DELETE /api/webhooks/{webhookId}': [expectForOwner('http/not-found')],
  'POST /api/plan/stop': [expectForUser()],
  'POST /api/plan/resume': [expectForUser()],
  'GET /api/credit-packages': [expectForAll(200)],
  'GET /api/operator': [expectForAll(200)],
  'GET /api/admin/model': [expectForAdmin()],
  'GET /api/admin/models': [expectForAdmin()],
  'POST /api/admin/models': [
    expectForAdmin(STATUS_BY_CODE['photos/model-is-set']),
    () => ({ choice: 'off' }),
  ],
  'GET /api/admin/users': [expectForRight('support')],
  'GET /api/admin/users/{userId}': [expectForRight('support')],
  'GET /api/admin/orders': [expectForRight('support')],
  'GET /api/admin/totals/orders': [expectForRight('support')],
  'GET /api/admin/totals/users': [expectForRight('support')],
  'GET /api/admin/csv/orders': [expectForAdmin()],
  'GET /api/admin/csv/users': [expectForAdmin()],
  'GET /api/admin/orders/{orderId}': [expectForRight('support')],
  'POST /api/admin/orders/{orderId}/resend-receipt': [
    expectForRight('support', STATUS_BY_CODE['payments/order-not-found']),
  ],
  'GET /api/admin/users/{userId}/notes': [expectForAdmin()],
  'POST /api/admin/users/{userId}/notes': [expectForAdmin(), () => ({ words: 'A sunat.' })],
  'POST /api/admin/users/{userId}/resend-verification': [expectForRight('support')],
  'POST /api/admin/orders/{orderId}/refund': [
    expectForAdmin(STATUS_BY_CODE['payments/closed']),
    buildRefundBody,
  ],
  'POST /api/admin/orders/{orderId}/accept': [
    expectForAdmin(STATUS_BY_CODE['payments/not-in-review']),
    buildAcceptBody,
  ],
  'GET /api/admin/credit-packages': [expectForAdmin()],
  'POST /api/admin/credit-packages': [expectForAdmin(), buildPackageBody],
  'PATCH /api/admin/credit-packages/{packageId}': [expectForAdmin(), buildActiveBody],
  'GET /api/presets': [expectForUser()],
  'GET /api/shot-lists': [expectForUser()],
  'PUT /api/shot-lists': [expectForUser(), () => ({ lists: [] })],
  'GET /api/brand-kit': [expectForUser()],
  'PUT /api/brand-kit': [expectForUser(), () => ({ watermark: null, plates: null })],
  'GET /api/adverts/connections': [expectForUser()],
  'POST /api/adverts/connections': [expectForUser('http/not-found'), () => ({ site: 'olx' })],
  'POST /api/adverts/connections/password': [
    expectForUser('http/not-found'),
    () => ({ site: 'autovit', email: 'parc@autovit.example', password: 'parc-auto' }),
  ],
  'POST /api/adverts/connections/key': [
    expectForUser('http/not-found'),
    () => ({ site: 'woocommerce', address: 'magazin.example', key: 'ck_standin', secret: 'cs_standin' }),
  ],
  'GET /api/adverts/olx/callback': [expectForAll(302)],
  'GET /api/anaf/callback': [expectForAll(302)],
  'GET /api/adverts/connections/{connectionId}/adverts': [expectForUser('http/not-found')],
  'GET /api/adverts/connections/{connectionId}/adverts/{advertId}': [expectForUser('http/not-found')],
  'GET /api/adverts/connections/{connectionId}/picture': [expectForUser('http/bad-request')],
  'GET /api/adverts/former-pictures/{formerId}': [expectForUser('http/not-found')],
  'GET /api/batches/{batchId}/page': [expectForOwner('batches/not-found')],
  'PUT /api/batches/{batchId}/page': [expectForOwner('batches/not-found'), buildPageBody],
  'DELETE /api/batches/{batchId}/page': [expectForOwner('batches/not-found')],
  'GET /api/adverts/sendings': [expectForUser('http/bad-request')],
  'POST /api/adverts/sendings': [expectForOwner('batches/not-found', 'http/not-found'), buildSendingBody],
  'GET /api/adverts/sendings/{sendingId}': [expectForOwner('http/not-found')],
  'POST /api/adverts/sendings/{sendingId}/stop': [expectForOwner('http/not-found')],
  'DELETE /api/adverts/connections/{connectionId}': [expectForOwner('http/not-found')],
  'GET /api/recipes': [expectForUser()],
  'POST /api/recipes': [expectForUser(), buildRecipeBody],
  'PATCH /api/recipes/{recipeId}': [expectForOwner('recipes/not-found'), () => ({ name: 'Numele nou' })],
  'DELETE /api/recipes/{recipeId}': [expectForOwner('recipes/not-found')],
  'GET /api/admin/presets': [expectForAdmin()],
  'POST /api/admin/presets/{presetKey}': [expectForAdmin(), buildPresetBody],
  'GET /api/users/me/billing': [expectForUser()],
  'PUT /api/users/me/billing': [expectForUser(), () => BILLING],
  'POST /api/firms': [expectForUser(), () => ({ cui: '14399840' })],
  'PUT /api/checkout': [expectForUser('payments/consent-missing'), buildUntickedBody],
  'POST /api/functions/createNetopiaPayment': [expectForUser('payments/closed'), buildPayBody],
  'GET /api/orders': [expectForUser()],
  'GET /api/orders/{orderId}': [expectForOwner('payments/order-not-found')],
  'POST /api/orders/{orderId}/cancel': [expectForOwner('payments/order-not-found')],
  'GET /api/orders/{orderId}/refund': [expectForOwner('payments/order-not-found', 'payments/not-refundable')],
  'POST /api/orders/{orderId}/refund': [
    expectForOwner('payments/order-not-found', 'payments/not-refundable'),
    () => ({ shownAmount: 50 }),
  ],
  'GET /api/credit-purchases': [expectForUser()],
  'GET /api/credits/grants': [expectForUser()],
  'GET /api/credits/history': [expectForUser()],
  'GET /api/usage': [expectForUser()],
  'GET /api/gallery': [expectForUser()],
  'GET /api/gallery/outputs': [expectForUser()],
  'PATCH /api/photos/{photoId}': [expectForOwner('photos/not-found'), buildNameBody],
  'POST /api/photos/move': [expectForOwner('batches/not-found'), buildMoveBody],
  'POST /api/downloads': [expectForUser()],
  'POST /api/zips': [expectForOwner('photos/not-found'), buildZipBody],
  'GET /api/zips/{zipId}': [expectForOwner('photos/not-found')],
  'GET /api/photos': [expectForUser()],
  'GET /api/photos/{photoId}/thumbnail': [expectForOwner('photos/not-found')],
  'GET /api/photos/{photoId}/proxy': [expectForOwner('photos/not-found')],
  'GET /api/photos/{photoId}/original': [expectForOwner('photos/not-found')],
  'GET /api/photos/{photoId}/mask': [expectForOwner('photos/not-found', 'photos/file-missing')],
  'GET /api/photos/{photoId}/cutout': [expectForOwner('photos/not-found')],
  'GET /api/photos/{photoId}/sketch': [expectForOwner('photos/not-found', 204)],
  'POST /api/photos/{photoId}/cutout': [expectForOwner('photos/not-found'), buildNoHintsBody],
  'POST /api/photos/{photoId}/cutout/approve': [
    expectForOwner('photos/not-found', 'photos/cutout-replaced'),
    buildNoCutoutBody,
  ],
  'POST /api/photos': [expectForUser('photos/empty')],
  'POST /api/try': [expectForAll('photos/empty')],
  'POST /api/test-images': [expectForUser('photos/empty')],
  'POST /api/test-images/{testImageId}/preview': [expectForUser('http/not-found'), buildTestImageBody],
  'POST /api/test-images/{testImageId}/cutout': [expectForUser('http/not-found'), buildNoHintsBody],
  'GET /api/test-images/{testImageId}/masks/{cutoutId}': [expectForUser('http/not-found')],
  'GET /api/batches': [expectForUser()],
  'POST /api/batches': [expectForOwner('photos/not-found'), buildBothPhotosBody],
  'GET /api/batches/{batchId}': [expectForOwner('batches/not-found')],
  'PATCH /api/batches/{batchId}': [expectForOwner('batches/not-found'), buildNameBody],
  'POST /api/batches/{batchId}/photos': [expectForOwner('batches/not-found'), buildPhotoBody],
  'POST /api/batches/{batchId}/photos/remove': [expectForOwner('batches/not-found'), buildSecondPhotoBody],
  'POST /api/batches/{batchId}/preview': [expectForOwner('batches/not-found'), buildPreviewBody],
  'PUT /api/batches/{batchId}/wanted-start': [
    expectForOwner('batches/not-found'),
    () => ({ uploadKeys: ['nu-mai-vine'], cost: 0 }),
  ],
  'DELETE /api/batches/{batchId}/wanted-start': [expectForOwner('batches/not-found')],
  'POST /api/batches/{batchId}/wanted-start/without': [
    expectForOwner('batches/not-found'),
    () => ({ uploadKeys: ['alt-fisier'] }),
  ],
  'POST /api/batches/{batchId}/split': [
    expectForOwner('batches/not-found', 'batches/has-run'),
    () => ({ lots: [[`img_${'0'.repeat(26)}`]] }),
  ],
  'POST /api/batches/{batchId}/divide': [
    expectForOwner('batches/not-found', 'batches/has-run'),
    ({ photoId, secondId }) => ({
      lots: [
        { name: 'Unu', photoIds: [photoId] },
        { name: 'Doi', photoIds: [secondId] },
      ],
    }),
  ],
  'POST /api/batches/{batchId}/lots': [
    expectForOwner('batches/not-found'),
    ({ batchId }) => ({ batchIds: [batchId], recipe: DEFAULT_RECIPE }),
  ],
  'POST /api/batches/{batchId}/gather': [
    expectForOwner('batches/not-found', 'batches/has-run'),
    buildNameBody,
  ],
  'POST /api/batches/{batchId}/duplicate': [expectForOwner('batches/not-found')],
  'GET /api/batches/{batchId}/zip': [expectForOwner('batches/not-found')],
  'GET /api/results/{resultId}/file': [expectForOwner('photos/file-missing')],
  'GET /api/results/{resultId}/thumbnail': [expectForOwner('photos/file-missing')],
  'POST /api/batches/{batchId}/runs/{runId}/cancel': [
    expectForOwner('batches/not-found', 'batches/not-running'),
  ],
  'POST /api/batches/{batchId}/runs/{runId}/seen': [expectForOwner('batches/not-found')],
  'POST /api/batches/{batchId}/problem': [
    expectForOwner('batches/not-found'),
    () => ({ text: 'Prea galben.' }),
  ],
  'GET /api/v1/batches': [expectForKeys(200)],
  'POST /api/v1/batches': [expectForKeys(200, 'auth/key-reads'), buildNameBody],
  'GET /api/v1/batches/{batchId}': [expectForKeys(200)],
  'GET /api/v1/batches/{batchId}/results': [expectForKeys(200)],
  'GET /api/v1/results/{resultId}/file': [expectForKeys(200)],
  'GET /api/v1/recipes': [expectForKeys(200)],
  'GET /api/v1/credits': [expectForKeys(200)],
  'POST /api/v1/uploads': [expectForKeys(201, 'auth/key-reads')],
  'HEAD /api/v1/uploads/{apiUpload}': [expectForKeys(200, 'auth/key-reads')],
  'PATCH /api/v1/uploads/{apiUpload}': [expectForKeys(204, 'auth/key-reads')],
  'GET /api/v1/uploads/{apiUpload}': [expectForKeys('http/not-found')],
  'DELETE /api/v1/uploads/{apiUpload}': [expectForKeys('http/not-found', 'auth/key-reads')],
  'GET /api/v1/webhooks': [expectForKeys(200)],
  'POST /api/v1/webhooks': [expectForKeys(200, 'auth/key-reads'), buildWebhookBody],
  'DELETE /api/v1/webhooks/{spareWebhook}': [expectForKeys(200, 'auth/key-reads')],
  'GET /api/v1/openapi.json': [expectForAll(200)],
  'POST /api/v1/batches/{batchId}/start': [expectForKeys(200, 'auth/key-reads'), buildStartBody],
  'POST /api/starts': [
    expectForOwner('untouched'),
    ({ batchId, photoId }) => ({ lots: [{ batchId, photoIds: [photoId], cost: 0 }] }),
  ],
  'POST /api/batches/{batchId}/start': [expectForOwner('batches/not-found'), buildStartBody],
  'DELETE /api/batches/{spareLot}': [expectForOwner('batches/not-found')],
  'GET /api/batches/{batchId}/phone-link': [expectForOwner('batches/not-found')],
  'POST /api/phone/open': [expectForAll('batches/phone-link-over'), () => ({ key: 'nimic' })],
  'GET /api/phone/lot': [expectForPhone(200)],
  'POST /api/phone/uploads': [expectForPhone(201)],
  'HEAD /api/phone/uploads/{phoneUpload}': [expectForPhone(200)],
  'PATCH /api/phone/uploads/{phoneUpload}': [expectForPhone(204)],
  'HEAD /api/phone/uploads/{uploadId}': [expectForPhone('photos/not-found')],
  'PATCH /api/phone/uploads/{uploadId}': [expectForPhone('photos/not-found')],
  'GET /api/phone/uploads/{phoneUpload}': [expectForPhone('http/not-found')],
  'DELETE /api/phone/uploads/{phoneUpload}': [expectForPhone('http/not-found')],
  'POST /api/batches/{batchId}/phone-link': [expectForOwner('batches/not-found')],
  'GET /api/batches/{batchId}/result-link': [expectForOwner('batches/not-found')],
  'POST /api/batches/{batchId}/result-link': [expectForOwner('batches/not-found')],
  'POST /api/phone-results/open': [expectForAll('batches/phone-link-over'), () => ({ key: 'nimic' })],
  'GET /api/phone-results': [expectForResults(200)],
  'GET /api/phone-results/{resultId}/file': [expectForResults(200)],
  'GET /api/phone-results/{resultId}/thumbnail': [expectForResults(200)],
  'POST /api/photos/plates': [expectForOwner('photos/not-found'), buildPlatesBody],
  'POST /api/photos/cutouts/approve': [expectForOwner('photos/not-found'), buildApprovalsBody],
  'POST /api/photos/cutouts/withdraw': [expectForOwner('photos/not-found'), buildApprovalsBody],
  'POST /api/photos/trash': [expectForOwner('untouched'), buildPhotoBody],
  'POST /api/photos/restore': [expectForOwner('untouched'), buildPhotoBody],
  'POST /api/photos/purge': [expectForOwner('untouched'), buildPhotoBody],
  'POST /api/uploads': [expectForUser(201)],
  'HEAD /api/uploads/{uploadId}': [expectForOwner('photos/not-found')],
  'PATCH /api/uploads/{uploadId}': [expectForOwner('photos/not-found', 204)],
  'GET /api/uploads/{uploadId}': [expectForUser('http/not-found')],
  'DELETE /api/uploads/{uploadId}': [expectForUser('http/not-found')],
};
