import { randomUUID } from 'node:crypto';
import { admins, type Body, type Rows } from '#testing/matrix-cells.ts';

const why = { reason: 'Cerere la telefon' };
const because: Body = () => why;
const credits: Body = () => ({ ...why, delta: 2, days: 30, key: randomUUID() });
const plan: Body = () => ({ ...why, plan: 'basic', days: 30, withCredits: false });
const days: Body = () => ({ ...why, days: 3 });
const everySession: Body = () => ({ sessionId: null });

/** Lines of the authorisation matrix: what admins see and decide of an account, who is none of them. */
export const ADMIN_ROWS: Rows = {
  'GET /api/admin/acts': [admins()],
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
  'POST /api/admin/users/{userId}/restore': [admins(), because],
};
