import { useEffect, useRef, useState } from 'react';
import type { Cutout, Photo } from '#contract/photos.ts';
import { cutTestImage, type TestImage, testImageMask } from '#contract/test-images.ts';
import { type CutoutHints, NO_HINTS } from '#domain/recipes/cutout.ts';
import { call, routeUrl } from '#web/api/call.ts';

/** What was said of the picture: it lives as long as the page shows it. */
interface Facts {
  readonly key: string;
  readonly plates: Photo['plates'];
  /** The server forgets it with the picture that it was made of. */
  readonly cut: { readonly imageId: string; readonly cutout: Cutout; readonly hints: CutoutHints } | null;
}

interface Tried {
  readonly key: string;
  readonly name: string;
  readonly image: TestImage | null;
  /** Its address as it was taken. */
  readonly original: string | null;
  readonly ask: <T>(question: (testImageId: string) => Promise<T>) => Promise<T>;
}

/** The picture as the panel and the stage know photos; its plates and cut-out are kept here, not in anybody's gallery. */
export function useTrialPhoto({ key, name, image, original, ask }: Tried, wantsCutout: boolean) {
  const [, redraw] = useState(0);
  const kept = useRef<Facts>({ key, plates: null, cut: null });
  if (kept.current.key !== key) kept.current = { key, plates: null, cut: null };
  const change = (facts: Partial<Facts>) => {
    if (kept.current.key !== key) return;
    kept.current = { ...kept.current, ...facts };
    redraw((n) => n + 1);
  };
  const cut = kept.current.cut?.imageId === image?.id ? kept.current.cut : null;
  const makeCutout = (hints: CutoutHints): Promise<Cutout | null> =>
    ask(async (testImageId) => {
      const body = {
        box: hints.box,
        strokes: hints.strokes.map((one) => ({ ...one, points: [...one.points] })),
      };
      const { cutout } = await call(cutTestImage, { params: { testImageId }, body });
      if (cutout !== null) change({ cut: { imageId: testImageId, cutout, hints } });
      return cutout;
    });
  const asked = useRef('');
  const imageId = image?.id ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once of each picture
  useEffect(() => {
    if (!wantsCutout || imageId === '' || asked.current === imageId) return;
    asked.current = imageId;
    makeCutout(NO_HINTS).catch(() => undefined);
  }, [wantsCutout, imageId]);
  return {
    photo:
      image === null
        ? null
        : photoOf(image, { key, name, plates: kept.current.plates, cutout: cut?.cutout ?? null }),
    source: {
      thumbnail: () => original ?? '',
      picture: () => original ?? '',
      confirmPlates([said]: readonly { readonly plates: Photo['plates'] }[]) {
        if (said) change({ plates: said.plates });
      },
      async readCutout() {
        const { cut } = kept.current;
        return cut && { ...cut.cutout, ...cut.hints };
      },
      makeCutout: (_photoId: string, hints: CutoutHints) => makeCutout(hints),
      mask: (_photoId: string, cutoutId: string) =>
        routeUrl(testImageMask, { params: { testImageId: kept.current.cut?.imageId ?? '', cutoutId } }),
      async approveCutout() {
        const { cut } = kept.current;
        if (cut === null) throw new Error('no cut-out to take');
        const cutout = { ...cut.cutout, approved: true };
        change({ cut: { ...cut, cutout } });
        return cutout;
      },
    },
  };
}

interface Known extends Pick<Photo, 'name' | 'plates' | 'cutout'> {
  readonly key: string;
}

function photoOf({ width, height, tilt, plateSuggestions }: TestImage, { key, ...known }: Known): Photo {
  return {
    ...known,
    id: key,
    state: 'ready',
    width,
    height,
    plateSuggestions,
    signs: { tilt, sharpness: null, black: null, white: null, dhash: null, balance: null },
    bytes: 0,
    thumbhash: null,
    takenAt: null,
    createdAt: '',
    trashedAt: null,
    keepUntil: null,
    keepWarning: null,
    hasGps: false,
    refusal: null,
    duplicateOf: null,
  };
}
