/** Minutes for which a proof holds: before an action that cannot be taken back its owner shows again, in this session, who they are. */
export const PROOF_MINUTES = 10;

export function provenUntil(provedAt: Date | null, now: Date): Date | null {
  const until = provedAt && new Date(provedAt.getTime() + PROOF_MINUTES * 60_000);
  return until !== null && until > now ? until : null;
}
