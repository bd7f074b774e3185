import type { ColumnType } from 'kysely';
import type { AuditAction } from '#domain/users/audit-actions.ts';
import type { GooglePurpose } from '#domain/users/google.ts';
import type { LinkPurpose } from '#domain/users/mail-link.ts';
import type { Role } from '#domain/users/user-document.ts';
import type { ProviderIdentity } from '#server/adapters/sign-in/port.ts';
import type { Defaulted, InstantColumn, Json } from './columns.ts';

/** The ways into an account, and the mails about it. */
export interface AccountTables {
  sessions: {
    token_hash: string;
    id: string;
    user_id: string;
    user_agent: string;
    created_at: Defaulted<Date>;
    seen_at: Defaulted<Date>;
    expires_at: InstantColumn;
    claims_role: Defaulted<Role>;
    claims_issued_at: Defaulted<Date>;
    proved_at: InstantColumn | null;
    previous_token_hash: string | null;
    previous_until: InstantColumn | null;
    previous_proved_at: InstantColumn | null;
    renewal_salt: string | null;
  };
  legal_versions: { version: string; code_sha256: string; introduced_at: InstantColumn };
  legal_texts: {
    kind: string;
    version: string;
    sha256: string;
    html: string;
    stored_at: InstantColumn;
    used_at: InstantColumn;
  };
  legal_notices: { user_id: string; version: string; told_at: InstantColumn; applies_from: string };
  email_changes: { user_id: string; email: string; asked_at: InstantColumn };
  left_addresses: { email: string; user_id: string; left_at: InstantColumn; expires_at: InstantColumn };
  imported_users: { foreign_uid: string; user_id: string; imported_at: Defaulted<Date> };
  identities: {
    issuer: string;
    subject: string;
    user_id: string;
    email: string | null;
    created_at: Defaulted<Date>;
  };
  google_attempts: {
    state_hash: string;
    browser_hash: string;
    nonce: string;
    verifier: string;
    mode: 'popup' | 'redirect';
    redirect: string | null;
    redirect_uri: string;
    identity: Json<ProviderIdentity> | null;
    purpose: Defaulted<GooglePurpose>;
    session_id: string | null;
    expires_at: InstantColumn;
  };
  mail_links: {
    token_hash: string;
    purpose: LinkPurpose;
    user_id: string;
    email: string;
    expires_at: InstantColumn;
    used_at: InstantColumn | null;
    created_at: Defaulted<Date>;
  };
  data_exports: {
    id: string;
    user_id: string;
    state: Defaulted<'waiting' | 'ready' | 'failed'>;
    bytes: number | null;
    asked_at: InstantColumn;
    ready_at: InstantColumn | null;
    expires_at: InstantColumn | null;
  };
  mails: {
    id: string;
    kind: string;
    ref: string;
    user_id: string | null;
    address: string;
    data: Json<Record<string, unknown>>;
    created_at: Defaulted<Date>;
    sent_at: InstantColumn | null;
    lease_token: string | null;
    lease_until: InstantColumn | null;
  };
}

/** Tables of the audit log and of what admins look at. */
export interface AdminTables {
  admin_acts: {
    id: string;
    admin_id: string;
    kind: AuditAction;
    user_id: string | null;
    subject: string | null;
    reason: string | null;
    details: Json<Record<string, unknown>>;
    /** Key of the form that asked for it: sent twice, it counts once. */
    key: string | null;
    created_at: InstantColumn;
  };
  verify_results: {
    id: string;
    asked_at: InstantColumn;
    ended_at: InstantColumn | null;
    violations: ColumnType<{ rule: string; rows: string[] }[], string | undefined, string>;
    problem: string | null;
  };
  /** One row, once the server has started. */
  installation: { id: string; secret_fingerprint: string };
  /** No row, or one. */
  cutout_model_choice: { choice: string; is_only: Defaulted<boolean> };
  report_days: { report: string; day: string; series: string; value: number };
  report_sums: { report: string; until: string };
  processes: {
    id: string;
    role: 'all' | 'web' | 'worker';
    build: string | null;
    migration: string;
    started_at: Defaulted<Date>;
    seen_at: Defaulted<Date>;
  };
  web_builds: {
    id: string;
    migration: string;
    files: string[];
    /** By their names; null where a version without them noted the build. */
    sha256s: Json<Record<string, string>> | null;
    first_seen_at: Defaulted<Date>;
    seen_at: Defaulted<Date>;
  };
}
