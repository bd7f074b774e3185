import { Scissors, TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { count, NOUNS } from '#domain/language/plural.ts';
import { type CutoutState, cutoutState, photosIn, photosToSee } from '#web/editor/cutout/state.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import type { SectionProps } from '#web/editor/panel/section.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

const CutoutTool = lazy(async () => ({
  default: (await import('#web/editor/cutout/tool.tsx')).CutoutTool,
}));

const STATE_WORDS: Record<Exclude<CutoutState, 'kept'>, string> = {
  awaited: 'Căutăm obiectul din fotografie…',
  failed:
    'N-am reușit să căutăm obiectul aici. Fotografia își păstrează fundalul. Încearcă din nou sau trage tu un cadru.',
  unsure: 'Nu suntem siguri ce e obiectul aici: fotografia își păstrează fundalul până ne arăți.',
  used: 'Obiectul e decupat.',
};

const PRESS_WORDS: Partial<Record<CutoutState, string>> = {
  used: 'Vezi decuparea',
  failed: 'Încearcă din nou',
};

/** Under the choice of a background: what it means for the photos, and the tool that cuts one out. The tool takes the panel's place. */
export function CutoutSection({ asked, children }: SectionProps & { children: ReactNode }) {
  const editing = useEditing();
  const { photo, recipe, overrides, select } = editing;
  const state = photo === null ? 'kept' : cutoutState(photo, recipe, overrides);
  const [cutting, setCutting] = useState(asked && (state === 'unsure' || state === 'failed'));
  const { kind } = overrides.background ?? recipe.background;
  const isReady = photo?.state === 'ready' && kind !== 'keep';
  if (cutting && isReady) {
    return (
      <Suspense fallback={null}>
        <CutoutTool key={photo.id} photo={photo} onEnd={() => setCutting(false)} />
      </Suspense>
    );
  }
  const look = (photoId: string) => {
    select(photoId);
    setCutting(true);
  };
  return (
    <div className="flex flex-col gap-4">
      {children}
      {state !== 'kept' && (
        <div className="flex flex-col items-start gap-2 border-t border-line pt-3">
          <p className="text-sm">{STATE_WORDS[state]}</p>
          <Button look="quiet" small onClick={() => setCutting(true)}>
            <Scissors aria-hidden size={16} /> {PRESS_WORDS[state] ?? 'Decupează'}
          </Button>
        </div>
      )}
      <Unsure photos={photosToSee(editing)} awaited={photosIn('awaited', editing).length} onLook={look} />
    </div>
  );
}

interface UnsureProps {
  readonly photos: readonly EditablePhoto[];
  /** Photos whose object is still being looked for. */
  readonly awaited: number;
  readonly onLook: (photoId: string) => void;
}

/** „3 fotografii cer o privire”: each leads to the tool. */
function Unsure({ photos, awaited, onLook }: UnsureProps) {
  const { source } = useEditing();
  return (
    <>
      {photos.length > 0 && (
        <section aria-label="Decupări de văzut">
          <p className="mb-1.5 flex items-center gap-1.5 text-[0.9375rem] font-semibold">
            <TriangleAlert aria-hidden size={16} className="text-signal-text" />
            {count(photos.length, NOUNS.photo)} {photos.length === 1 ? 'cere' : 'cer'} o privire
          </p>
          <ul className="flex gap-2 overflow-x-auto p-1">
            {photos.map(({ id, name, thumbhash }) => (
              <li key={id} className="shrink-0">
                <button
                  type="button"
                  aria-label={`Decupează ${name}`}
                  onClick={() => onLook(id)}
                  className="block size-16 overflow-hidden rounded-lg"
                >
                  <Thumb src={source.thumbnail(id)} thumbhash={thumbhash} alt="" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p aria-live="polite" className="text-sm text-ink-soft empty:hidden">
        {awaited > 0 && `Mai căutăm obiectul în ${count(awaited, NOUNS.photo)}.`}
      </p>
    </>
  );
}
