import type { ColumnType } from 'kysely';
import type { AdminAct } from '#domain/users/admin-acts.ts';
import type { Instant, Json } from './columns.ts';

/** Tables of the admins' acts and of what admins look at. */
export interface AdminTables {
  admin_acts: {
    id: string;
    admin_id: string;
    kind: AdminAct;
    user_id: string | null;
    subject: string | null;
    reason: string | null;
    details: Json<Record<string, unknown>>;
    /** Key of the form that asked for it: sent twice, it counts once. */
    key: string | null;
    created_at: Instant;
  };
  verify_results: {
    id: string;
    asked_at: Instant;
    ended_at: Instant | null;
    violations: ColumnType<{ rule: string; rows: string[] }[], string | undefined, string>;
    problem: string | null;
  };
  /** One row, once the server has started. */
  installation: { id: string; secret_fingerprint: string };
  report_days: { report: string; day: string; series: string; value: number };
  report_sums: { report: string; until: string };
}
