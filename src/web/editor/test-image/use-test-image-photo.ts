import { useEffect, useRef, useState } from 'react';
import type { Cutout, Photo } from '#contract/photos.ts';
import { cutTestImage, type TestImage, testImageMask } from '#contract/recipes/test-images.ts';
import { type CutoutHints, isSameDrawing, NO_HINTS } from '#domain/recipes/cutout.ts';
import { call, routeUrl } from '#web/api/call.ts';

/** The user's plates and cut-outs of the picture, kept as long as the page shows it. */
interface Facts {
  readonly key: string;
  readonly plates: Photo['plates'];
  /** Belongs to the picture it was made from: the server forgets both together. */
  readonly cut: Made | null;
  /** Drawn over a good one and not approved yet. */
  readonly draft: Made | null;
  /** Id of the picture in which the search for the object failed. */
  readonly failedIn: string | null;
}

interface Made {
  readonly imageId: string;
  readonly cutout: Cutout;
  readonly hints: CutoutHints;
}

const NOTHING_SAID = { plates: null, cut: null, draft: null, failedIn: null };

interface Tried {
  readonly key: string;
  readonly name: string;
  readonly image: TestImage | null;
  /** URL of the picture as it was picked. */
  readonly original: string | null;
  readonly ask: <T>(question: (testImageId: string) => Promise<T>) => Promise<T>;
}

/** The picture as a photo for the panel and the stage; its plates and cut-out are kept here, not in a gallery. */
export function useTestImagePhoto({ key, name, image, original, ask }: Tried, wantsCutout: boolean) {
  const [, redraw] = useState(0);
  const kept = useRef<Facts>({ key, ...NOTHING_SAID });
  if (kept.current.key !== key) kept.current = { key, ...NOTHING_SAID };
  const change = (facts: Partial<Facts>) => {
    if (kept.current.key !== key) return;
    kept.current = { ...kept.current, ...facts };
    redraw((n) => n + 1);
  };
  const cut = kept.current.cut?.imageId === image?.id ? kept.current.cut : null;
  const makeCutout = (hints: CutoutHints): Promise<Cutout | null> =>
    ask(async (testImageId) => {
      const { cut } = kept.current;
      const good = cut?.imageId === testImageId && (cut.cutout.sure || cut.cutout.approved) ? cut : null;
      if (good !== null && isSameDrawing(good.hints, hints)) {
        change({ draft: null });
        return good.cutout;
      }
      const { cutout } = await call(cutTestImage, { params: { testImageId }, body: bodyOf(hints) });
      if (cutout === null) return null;
      const made = { imageId: testImageId, cutout, hints };
      change(good === null ? { cut: made, draft: null } : { draft: made });
      return cutout;
    });
  const asked = useRef('');
  const imageId = image?.id ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once of each picture
  useEffect(() => {
    if (!wantsCutout || imageId === '' || asked.current === imageId) return;
    asked.current = imageId;
    makeCutout(NO_HINTS).catch(() => change({ failedIn: imageId }));
  }, [wantsCutout, imageId]);
  const drawn =
    cut !== null && (cut.cutout.approved || cut.hints.box !== null || cut.hints.strokes.length > 0);
  return {
    /** The user's plates and cut-out, for the photo that it may become. */
    said: {
      plates: kept.current.plates,
      cut: cut !== null && drawn ? { hints: cut.hints, approved: cut.cutout.approved } : null,
    },
    photo:
      image === null
        ? null
        : photoOf(image, {
            key,
            name,
            plates: kept.current.plates,
            cutout: cut?.cutout ?? null,
            cutoutFailed: kept.current.failedIn === image.id,
          }),
    source: {
      thumbnail: () => original ?? '',
      picture: () => original ?? '',
      confirmPlates({ [key]: plates }: Readonly<Record<string, Photo['plates']>>) {
        if (plates !== undefined) change({ plates });
      },
      async readCutout() {
        const { cut, draft } = kept.current;
        const drawn = (made: Made | null) => made && { ...made.cutout, ...made.hints };
        return { cutout: drawn(draft ?? cut), kept: draft && drawn(cut) };
      },
      makeCutout: (_photoId: string, hints: CutoutHints) => makeCutout(hints),
      mask: (_photoId: string, cutoutId: string) =>
        routeUrl(testImageMask, { params: { testImageId: kept.current.cut?.imageId ?? '', cutoutId } }),
      async approveCutout() {
        const made = kept.current.draft ?? kept.current.cut;
        if (made === null) throw new Error('no cut-out to take');
        const cutout = { ...made.cutout, approved: true };
        change({ cut: { ...made, cutout }, draft: null });
        return cutout;
      },
    },
  };
}

function bodyOf({ box, strokes }: CutoutHints) {
  return { box, strokes: strokes.map((one) => ({ ...one, points: [...one.points] })) };
}

interface Known extends Pick<Photo, 'name' | 'plates' | 'cutout' | 'cutoutFailed'> {
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
