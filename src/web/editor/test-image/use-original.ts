import { useEffect, useState } from 'react';
import type { TestImage } from '#contract/recipes/test-images.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { TEST_IMAGE_SIDE } from '#domain/recipes/test-image.ts';
import type { FetchTestImage, PreviewWish, TestSubject } from '#web/editor/test-image/use-test-image.ts';

const AS_TAKEN: PreviewWish = {
  recipe: { ...DEFAULT_RECIPE, straighten: 'off' },
  exception: NO_OVERRIDES,
  output: null,
  side: TEST_IMAGE_SIDE,
  stage: 'before',
  plates: [],
  cutoutId: null,
};

/** Returns the picture as it was taken: the file itself, or the server's marked copy where the browser can't read it (HEIC). */
export function useOriginal(
  subject: TestSubject,
  image: TestImage | null,
  fetchPreview: FetchTestImage,
): string | null {
  const [made, setMade] = useState<{ readonly of: TestSubject; readonly url: string | null } | null>(null);
  const isUnreadable = made?.of === subject && made.url === null;
  const isSent = image !== null;
  useEffect(() => {
    if (subject.kind === 'sample') return;
    let isOver = false;
    const url = URL.createObjectURL(subject.file);
    const probe = new Image();
    probe.src = url;
    const read = probe.decode().then(
      () => isOver || setMade({ of: subject, url }),
      () => isOver || setMade({ of: subject, url: null }),
    );
    return () => {
      isOver = true;
      // Revoked only after the reading: browsers report one that is still on its way as a missing file.
      void read.then(() => URL.revokeObjectURL(url));
    };
  }, [subject]);
  useEffect(() => {
    if (!isUnreadable || !isSent) return;
    const abort = new AbortController();
    fetchPreview(AS_TAKEN, abort.signal).then(
      (copy) => abort.signal.aborted || setMade({ of: subject, url: URL.createObjectURL(copy) }),
      () => undefined,
    );
    return () => abort.abort();
  }, [isUnreadable, isSent, subject, fetchPreview]);
  if (subject.kind === 'sample') return subject.sample.url;
  return made?.of === subject ? made.url : null;
}
