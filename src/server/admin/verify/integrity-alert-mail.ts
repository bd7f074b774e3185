import { getRuleSentence } from '#domain/language/integrity-words.ts';
import { formatCount } from '#domain/language/plural.ts';
import { formatMoment } from '#domain/language/time.ts';
import type { Violation } from '#server/admin/verify/verify.ts';
import { findVerify, foundBefore } from '#server/admin/verify/verify-result-store.ts';
import type { App, Tx } from '#server/app.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { mailAdmins } from '#server/users/admins/mail-admins.ts';

interface Found {
  readonly violations: readonly Violation[];
  readonly problem: string | null;
}

/** One mail when a rule breaks that held at the check before, or when checking itself begins to fail; none while it stays so. */
export async function alertOfBrokenBooks(
  tx: Tx,
  app: App,
  { verifyId, found }: { verifyId: string; found: Found },
): Promise<void> {
  const before = await foundBefore(tx, verifyId);
  const isNews =
    found.problem === null
      ? found.violations.some(({ rule }) => !before.rules.includes(rule))
      : !before.hasFailed;
  if (isNews) await mailAdmins(tx, app, { kind: 'books-broken', data: { verifyId } });
}

export const integrityAlertMail: Compose = async (app, { data }) => {
  const found = await findVerify(app.db, String(data.verifyId));
  if (!found?.endedAt) return null;
  const at = formatMoment(new Date(found.endedAt));
  const rules = found.violations.map(({ rule }) => getRuleSentence(rule));
  const broken = formatCount(rules.length, { one: 'regulă încălcată', few: 'reguli încălcate' });
  return renderEmail({
    subject: found.problem
      ? 'Verificarea registrelor nu s-a putut face'
      : `Verificarea registrelor: ${broken}`,
    before: found.problem
      ? [`Verificarea din ${at} nu s-a putut face. Cauza scrie pe panou.`]
      : [`Verificarea din ${at} a găsit ${broken} în registre sau în fișiere:`, ...rules],
    action: { label: 'Vezi ce e de făcut', url: `${app.publicUrl()}/admin/dashboard?parte=sistem` },
    after: [
      'Cât timp nu se strică altceva, nu mai primești alt mesaj. Panoul arată mereu ultima verificare.',
    ],
  });
};
