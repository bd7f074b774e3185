import { sql } from 'kysely';
import type { App } from '#server/app.ts';

/** Selects a user's rows of a table: by a column of its own, or through the row of another table. */
interface Belonging {
  readonly where: string;
  /** Columns with secrets or of use to the machine only. */
  readonly omit?: readonly string[];
}
const byUser: Belonging = { where: 'user_id = $' };
const byOwner: Belonging = { where: 'owner_id = $' };
const filterByOwnedParent = (column: string, table: string) => ({
  where: `${column} in (select id from ${table} where owner_id = $)`,
});

/** All tables with a person's data. */
export const EXPORTED: Readonly<Record<string, Belonging>> = {
  users: { where: 'id = $', omit: ['password_hash'] },
  legal_notices: byUser,
  legal_texts: {
    where: `version in (select said from users u left join checkouts c on c.user_id = u.id
      cross join lateral (values (u.terms_version), (c.consents->>'version')) as texts (said) where u.id = $)`,
  },
  identities: byUser,
  sessions: { ...byUser, omit: ['token_hash', 'previous_token_hash', 'renewal_salt'] },
  totp_factors: { ...byUser, omit: ['sealed_key', 'last_step'] },
  recovery_codes: { ...byUser, omit: ['code_hash'] },
  passkeys: { ...byUser, omit: ['credential_id', 'public_key', 'counter', 'transports'] },
  api_keys: { ...byUser, omit: ['key_hash'] },
  webhooks: { ...byUser, omit: ['sealed_secret'] },
  webhook_deliveries: byUser,
  webhook_turns: { ...byUser, omit: ['lease_token', 'lease_until'] },
  email_changes: byUser,
  left_addresses: byUser,
  imported_users: byUser,
  mails: { ...byUser, omit: ['data'] },
  data_exports: byUser,
  credit_accounts: byUser,
  credit_grants: byUser,
  credit_ledger: byUser,
  plan_states: byUser,
  retention_days: byUser,
  retention_falls: byUser,
  billing_profiles: byUser,
  checkouts: byUser,
  orders: { ...byUser, omit: ['authentication_token', 'customer_action', 'payment_url'] },
  order_events: { where: 'order_id in (select id from orders where user_id = $)' },
  refunds: { where: 'order_id in (select id from orders where user_id = $)' },
  goodwill_refunds: {
    where: 'order_id in (select id from orders where user_id = $)',
    omit: ['given_by', 'marked_by', 'request_key'],
  },
  withdrawals: byUser,
  withdrawal_debts: {
    where: 'withdrawal_id in (select id from withdrawals where user_id = $)',
    omit: ['marked_by'],
  },
  credit_purchases: byUser,
  invoices: byUser,
  buyer_keys: { where: 'order_id in (select id from orders where user_id = $)' },
  account_notes: { ...byUser, omit: ['written_by'] },
  account_rights: { ...byUser, omit: ['given_by'] },
  // Looks of the person, and at the person; of those not by whom.
  right_looks: { where: '$ in (user_id, about)', omit: ['user_id', 'slot'] },
  admin_acts: { ...byUser, omit: ['admin_id'] },
  recipes: byOwner,
  brand_kits: byUser,
  shot_lists: byUser,
  batches: byOwner,
  batch_photos: filterByOwnedParent('batch_id', 'batches'),
  runs: byOwner,
  run_photos: { ...filterByOwnedParent('run_id', 'runs'), omit: ['lease_token'] },
  photos: byOwner,
  cutouts: filterByOwnedParent('photo_id', 'photos'),
  results: byOwner,
  public_pictures: byUser,
  picture_fetches: {
    where: 'picture_id in (select id from public_pictures where user_id = $)',
    // Of the sites that fetched, not of the person.
    omit: ['ip', 'user_agent'],
  },
  phone_links: { ...byUser, omit: ['key_hash', 'cookie_hash'] },
  advert_connections: { ...byUser, omit: ['sealed_grant'] },
  lot_pages: byUser,
  lot_page_pictures: { where: 'code in (select code from lot_pages where user_id = $)' },
  advert_sendings: { ...byUser, omit: ['lease_token', 'seen'] },
  advert_sending_pictures: { where: 'sending_id in (select id from advert_sendings where user_id = $)' },
  advert_former_pictures: { where: 'sending_id in (select id from advert_sendings where user_id = $)' },
  result_links: { ...byUser, omit: ['key_hash', 'cookie_hash'] },
};

/** A person's tables that repeat the ones above, or live for minutes; each with its reason. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  pending_sign_ins: 'sign-ins that wait for a code, for ten minutes',
  passkey_challenges: 'what passkeys are asked to sign, for five minutes',
  mail_links: 'hashes of links that were mailed',
  withdrawal_links: 'hashes of links that were mailed, for a day',
  live_streams: 'a counter',
  live_events: 'what the pages were told, for a day',
  idempotency_keys: 'repeated requests, for two days',
  lot_page_reports: 'what readers reported: theirs, not the person’s',
  advert_attempts: 'visits to a site’s page of consent, for a quarter of an hour',
  anaf_attempts: 'visits of an admin to ANAF’s page, for a quarter of an hour',
  wanted_starts: 'starts that wait for their photos, for a day',
  order_keys: 'repeated requests for a payment',
  zips: 'downloads that were chosen, for a day',
  trial_images: 'pictures of the test page, for half an hour',
};

/** Returns one table's rows of one person, as JSON. */
export async function exportTable(app: App, table: string, userId: string): Promise<string> {
  const { where, omit = [] } = EXPORTED[table] ?? byUser;
  const [before = '', after = ''] = where.split('$');
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) - ${[...omit]}::text[] as row from ${sql.table(table)} t
    where ${sql.raw(before)}${userId}${sql.raw(after)}`.execute(app.db);
  return JSON.stringify(
    rows.map(({ row }) => row),
    null,
    2,
  );
}
