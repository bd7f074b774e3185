import { useCallback, useEffect, useRef, useState } from 'react';
import { previewTestImage, sendTestImage, type TestImage } from '#contract/recipes/test-images.ts';
import type { BodyOf } from '#contract/route.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { MAX_PHOTO_BYTES } from '#domain/photos/limits.ts';
import { TEST_IMAGE_SIDE } from '#domain/recipes/test-image.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call, callRaw } from '#web/api/call.ts';
import { SAMPLES, type Sample } from '#web/assets/sample-scenes.ts';

/** The picture being tried: a sample, or a file that is sent only for the test. */
export type TestSubject =
  | { readonly kind: 'sample'; readonly sample: Sample }
  | { readonly kind: 'own'; readonly file: File };

export type PreviewWish = BodyOf<typeof previewTestImage>;
export type FetchTestImage = (wish: PreviewWish, signal: AbortSignal) => Promise<Blob>;

/** The picture that recipes are tried on: sent when chosen, sent again when the server has forgotten it. */
export function useTestImage() {
  const [chosen, setChosen] = useState({ subject: FIRST, choice: 0 });
  const { subject } = chosen;
  const [image, setImage] = useState<TestImage | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt sends the same subject again
  useEffect(() => {
    const abort = new AbortController();
    sendSubject(subject, abort.signal)
      .then(setImage)
      .catch((error: unknown) => abort.signal.aborted || setRefusal(errorMessage(error)));
    return () => abort.abort();
  }, [subject, attempt]);
  const known = useRef(image);
  known.current = image;
  const choose = (next: TestSubject) => {
    setRefusal(null);
    const refused = next.kind === 'own' ? immediateRefusal(next.file) : null;
    if (refused !== null) return setRefusal(refused);
    setImage(null);
    setChosen(({ choice }) => ({ subject: next, choice: choice + 1 }));
  };
  const again = useCallback(() => {
    setRefusal(null);
    setImage(null);
    setAttempt((n) => n + 1);
  }, []);
  /** Asks about the picture that is there; sends it anew when the server knows it no more. */
  const ask = useCallback(
    async <T>(question: (testImageId: string) => Promise<T>): Promise<T> => {
      const testImageId = known.current?.id ?? '';
      try {
        return await question(testImageId);
      } catch (error) {
        const isGone = error instanceof ApiError && error.code === 'photos/not-found';
        if (isGone && known.current?.id === testImageId) again();
        throw error;
      }
    },
    [again],
  );
  const fetchPreview = useCallback(
    (wish: PreviewWish, signal: AbortSignal): Promise<Blob> =>
      ask(async (testImageId) => {
        const body = { ...wish, side: Math.min(wish.side, TEST_IMAGE_SIDE) };
        const response = await callRaw(previewTestImage, { params: { testImageId }, body }, { signal });
        return response.blob();
      }),
    [ask],
  );
  /** Key of the subject, the same when it had to be sent again. */
  const key = `trial-${chosen.choice}`;
  return { subject, key, image, refusal, choose, again, ask, fetchPreview };
}

const FIRST: TestSubject = { kind: 'sample', sample: SAMPLES[0] as Sample };

async function sendSubject(subject: TestSubject, signal: AbortSignal): Promise<TestImage> {
  const file =
    subject.kind === 'own' ? subject.file : await (await fetch(subject.sample.url, { signal })).blob();
  return call(sendTestImage, {}, { file, signal });
}

function immediateRefusal({ size }: File): string | null {
  if (size === 0) return errorSentence('photos/empty');
  const limit = MAX_PHOTO_BYTES;
  return size > limit ? errorSentence('photos/too-large-file', { limit }) : null;
}
