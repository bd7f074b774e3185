import type { AdminAct } from '#domain/users/admin-acts.ts';

/** What an admin did, as the list of acts says it. */
const WORDS: Record<AdminAct, string> = {
  'admin-granted': 'A dat drepturi de administrator',
  'admin-revoked': 'A retras drepturile de administrator',
  'credits-given': 'A dat credite',
  'credits-taken': 'A luat credite',
  'plan-given': 'A dat un plan',
  'plan-taken': 'A retras planurile date',
  'trial-changed': 'A schimbat perioada de probă',
  suspended: 'A suspendat contul',
  restored: 'A ridicat suspendarea',
  'sessions-ended': 'A încheiat sesiuni',
  'order-refunded': 'A cerut rambursarea unei comenzi',
  'order-accepted': 'A acceptat o plată aflată în verificare',
  'package-made': 'A creat un pachet',
  'package-replaced': 'A schimbat un pachet',
  'package-on-sale': 'A pus un pachet în vânzare',
  'package-off-sale': 'A scos un pachet din vânzare',
  'plan-version': 'A adăugat o versiune de plan',
  'preset-version': 'A adăugat o versiune de șablon',
  'verify-asked': 'A cerut verificarea registrelor',
};

export function adminActWords(kind: AdminAct): string {
  return WORDS[kind];
}
