import { useEffect, useRef, useState } from 'react';
import type { Cutout } from '#contract/photos.ts';
import { cutTestImage, type TestImage, testImageMask } from '#contract/recipes/test-images.ts';
import { type CutoutHints, isSameDrawing, NO_HINTS } from '#domain/recipes/cutout.ts';
import { call, routeUrl } from '#web/api/call.ts';
import { createStore, type Store, useStore } from '#web/api/store.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import type { PhotoSource } from '#web/editor/photo-source.ts';

/** What the user said of the picture. */
export interface SaidOfPhoto extends Pick<EditablePhoto, 'plates'> {
  /** The hints of its cut-out; null when nothing was drawn or approved: the batch then finds its own. */
  readonly cut: { readonly hints: CutoutHints; readonly approved: boolean } | null;
}

/** The user's plates and cut-outs of one picture, kept as long as the page shows it. */
interface Facts extends Pick<EditablePhoto, 'plates'> {
  /** Belongs to the picture it was made from: the server forgets both together. */
  readonly cut: MadeCutout | null;
  /** Drawn over a good one and not approved yet. */
  readonly draft: MadeCutout | null;
  /** Id of the picture in which the search for the object failed. */
  readonly failedIn: string | null;
}

interface MadeCutout {
  readonly imageId: string;
  readonly cutout: Cutout;
  readonly hints: CutoutHints;
}

type FactsStore = Store<Facts>;

interface PickedPicture {
  readonly key: string;
  readonly name: string;
  readonly image: TestImage | null;
  /** URL of the picture as it was picked. */
  readonly original: string | null;
  readonly ask: Ask;
}

type Ask = <T>(question: (testImageId: string) => Promise<T>) => Promise<T>;

/** The picture as a photo for the panel and the stage; its plates and cut-out are kept here, not in a gallery. */
export function useTestImagePhoto({ key, name, image, original, ask }: PickedPicture, wantsCutout: boolean) {
  const store = useFactsStore(key);
  const facts = useStore(store);
  const cut = facts.cut?.imageId === image?.id ? facts.cut : null;
  useFirstCutout({ store, ask, imageId: image?.id ?? '', wantsCutout });
  const cutoutFailed = image !== null && facts.failedIn === image.id;
  return {
    /** For the photo that it may become. */
    said: { plates: facts.plates, cut: getSaidCutout(cut) },
    photo:
      image === null
        ? null
        : toEditablePhoto(image, {
            id: key,
            name,
            plates: facts.plates,
            cutout: cut?.cutout ?? null,
            cutoutFailed,
          }),
    source: createPhotoSource({ key, original, store, ask }),
  };
}

/** Another picture begins with nothing said; what is still under way for the one before is said to that one. */
function useFactsStore(key: string): FactsStore {
  const [held, hold] = useState(() => ({ key, store: newFacts() }));
  if (held.key === key) return held.store;
  const next = { key, store: newFacts() };
  hold(next);
  return next.store;
}

function newFacts(): FactsStore {
  return createStore<Facts>({ plates: null, cut: null, draft: null, failedIn: null });
}

function updateFacts(store: FactsStore, facts: Partial<Facts>): void {
  store.write({ ...store.read(), ...facts });
}

interface FirstCutout extends Pick<TestImageSource, 'store' | 'ask'> {
  readonly imageId: string;
  readonly wantsCutout: boolean;
}

/** Looks for the object once in each picture, as soon as the recipe needs it. */
function useFirstCutout({ store, ask, imageId, wantsCutout }: FirstCutout): void {
  const asked = useRef('');
  useEffect(() => {
    if (!wantsCutout || imageId === '' || asked.current === imageId) return;
    asked.current = imageId;
    cutOut({ store, ask }, NO_HINTS).catch(() => updateFacts(store, { failedIn: imageId }));
  }, [store, ask, wantsCutout, imageId]);
}

function getSaidCutout(cut: MadeCutout | null): SaidOfPhoto['cut'] {
  if (cut === null) return null;
  const { hints, cutout } = cut;
  const drawn = cutout.approved || hints.box !== null || hints.strokes.length > 0;
  return drawn ? { hints, approved: cutout.approved } : null;
}

interface TestImageSource extends Pick<PickedPicture, 'key' | 'original' | 'ask'> {
  readonly store: FactsStore;
}

/** What was said is read when it is asked for: a tool keeps the source that it began with. */
function createPhotoSource({ key, original, store, ask }: TestImageSource): PhotoSource {
  return {
    thumbnail: () => original ?? '',
    picture: () => original ?? '',
    confirmPlates({ [key]: plates }) {
      if (plates !== undefined) updateFacts(store, { plates });
    },
    async readCutout() {
      const { cut, draft } = store.read();
      return { cutout: toDrawnCutout(draft ?? cut), kept: draft && toDrawnCutout(cut) };
    },
    makeCutout: (_photoId, hints) => cutOut({ store, ask }, hints),
    mask: (_photoId, cutoutId) =>
      routeUrl(testImageMask, { params: { testImageId: store.read().cut?.imageId ?? '', cutoutId } }),
    async approveCutout() {
      const { cut, draft } = store.read();
      const made = draft ?? cut;
      if (made === null) throw new Error('no cut-out to take');
      const cutout = { ...made.cutout, approved: true };
      updateFacts(store, { cut: { ...made, cutout }, draft: null });
      return cutout;
    },
  };
}

function toDrawnCutout(made: MadeCutout | null) {
  return made && { ...made.cutout, ...made.hints };
}

/** Makes the cut-out of a drawing; over a good one it waits for approval. */
function cutOut(
  { store, ask }: Pick<TestImageSource, 'store' | 'ask'>,
  hints: CutoutHints,
): Promise<Cutout | null> {
  return ask(async (testImageId) => {
    const { cut } = store.read();
    const good = cut?.imageId === testImageId && (cut.cutout.sure || cut.cutout.approved) ? cut : null;
    if (good !== null && isSameDrawing(good.hints, hints)) {
      updateFacts(store, { draft: null });
      return good.cutout;
    }
    const { cutout } = await call(cutTestImage, { params: { testImageId }, body: toCutoutBody(hints) });
    if (cutout === null) return null;
    const made = { imageId: testImageId, cutout, hints };
    updateFacts(store, good === null ? { cut: made, draft: null } : { draft: made });
    return cutout;
  });
}

function toCutoutBody({ box, strokes }: CutoutHints) {
  return { box, strokes: strokes.map((one) => ({ ...one, points: [...one.points] })) };
}

type TestPhotoFields = Omit<
  EditablePhoto,
  'state' | 'width' | 'height' | 'plateSuggestions' | 'signs' | 'thumbhash'
>;

function toEditablePhoto(
  { width, height, tilt, matter, plateSuggestions }: TestImage,
  known: TestPhotoFields,
): EditablePhoto {
  const signs = { tilt, matter, balance: null };
  return { ...known, state: 'ready', width, height, plateSuggestions, signs, thumbhash: null };
}
