import { type ReactNode, Suspense, useState } from 'react';
import { DEFAULT_TOAST } from '#domain/language/error-sentences.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

const loadLeave = async () => (await import('#web/pages/layout/leave.tsx')).Leave;
const Leave = createLazyPart(loadLeave);

/** Signing out by a press: `part` carries it out, and asks where something would be lost. */
export function useLeave(onLeft: () => void): { isLeaving: boolean; press: () => void; part: ReactNode } {
  const [isLeaving, setLeaving] = useState(false);
  return {
    isLeaving,
    press: () =>
      void loadLeave().then(
        () => setLeaving(true),
        () => showToast({ text: DEFAULT_TOAST, negative: true }),
      ),
    part: isLeaving && (
      <Suspense>
        <Leave onLeft={onLeft} onStay={() => setLeaving(false)} />
      </Suspense>
    ),
  };
}
