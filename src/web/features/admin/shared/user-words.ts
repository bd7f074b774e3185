import type { UserGroup, UserSort } from '#contract/admin/admin-users.ts';

import type { Plan } from '#domain/plans/plan.ts';
import type { Limits } from '#web/features/admin/shared/limits.ts';

export const USERS = 'admin-users';
export const userFileKey = (userId: string) => ['admin-user', userId];
/** Keys of the other lists of one account, read anew after a change. */
export const userListKey = (userId: string, list: 'ledger' | 'purchases' | 'lots' | 'sessions') => [
  'admin-user-lists',
  userId,
  list,
];
export const AUDIT_LOG = 'admin-acts';

export interface UserChoice {
  readonly search: string;
  readonly sort: UserSort;
  readonly group: UserGroup | null;
  readonly plan: Plan | null;
  readonly limits: Limits;
}

export const GROUP_LABELS: Record<UserGroup, string> = {
  admins: 'Administratori',
  paying: 'Au cumpărat',
  suspended: 'Suspendate',
};

export const SORT_LABELS: Record<UserSort, string> = {
  newest: 'Cele mai noi',
  email: 'După adresă',
  seen: 'După ultima intrare',
  credits: 'După credite',
};
