import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { RIGHT_WORDS, type Right } from '#domain/users/rights.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { LoadingNote } from '#web/ui/skeleton.tsx';

/** Parts of the admins' pages, for holders of a narrow right. */
const PARTS = {
  support: createLazyPart(async () => (await import('#web/pages/rights/support-section.tsx')).SupportSection),
  accountant: createLazyPart(async () => (await import('#web/features/admin/books/books.tsx')).Books),
} as const;

/** The section of a narrow right. It reads nothing before it is opened: each look is written down. */
export function RightSection({ right }: { right: Right }) {
  const { hash } = useLocation();
  const [isPressed, setPressed] = useState(false);
  const isOpen = isPressed || hash === `#${right}`;
  const Part = PARTS[right];
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">
        Contul tău {RIGHT_WORDS[right].may}. Ce deschizi aici rămâne într-un jurnal.
      </p>
      {isOpen ? (
        <Suspense fallback={<LoadingNote />}>
          <Part />
        </Suspense>
      ) : (
        <Button look="quiet" onClick={() => setPressed(true)}>
          Deschide „{RIGHT_WORDS[right].name}”
        </Button>
      )}
    </>
  );
}
