/** Before what cannot be taken back its owner shows again who they are; in the session it was shown in that is good for ten minutes. */
export const PROOF_MINUTES = 10;

export function provenUntil(provedAt: Date | null, now: Date): Date | null {
  const until = provedAt && new Date(provedAt.getTime() + PROOF_MINUTES * 60_000);
  return until !== null && until > now ? until : null;
}
