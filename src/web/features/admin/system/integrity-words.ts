import type { Overview } from '#contract/admin/admin-overview.ts';
import { formatCount } from '#domain/language/plural.ts';
import { formatMoment } from '#domain/language/time.ts';

type IntegrityCheck = Pick<NonNullable<Overview['verify']>, 'askedAt' | 'endedAt' | 'violations' | 'problem'>;

/** True when the last check of the books failed or found violations. */
export function isAlarming(verify: IntegrityCheck | null): boolean {
  return (
    verify !== null && verify.endedAt !== null && (verify.problem !== null || verify.violations.length > 0)
  );
}

export function verifyWords(verify: IntegrityCheck | null): string {
  if (verify === null) return 'Nu s-a verificat încă. Se verifică singur în fiecare noapte.';
  if (verify.endedAt === null) return `Se verifică din ${formatMoment(new Date(verify.askedAt))}…`;
  const at = formatMoment(new Date(verify.endedAt));
  if (verify.problem) return `Verificarea din ${at} nu s-a putut face.`;
  const broken = verify.violations.length;
  return broken === 0
    ? `Totul se potrivește: ${at}.`
    : `${formatCount(broken, { one: 'regulă încălcată', few: 'reguli încălcate' })}: ${at}.`;
}
