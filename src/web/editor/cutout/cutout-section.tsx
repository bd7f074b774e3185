import { Scissors } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type CutoutState, cutoutState } from '#web/editor/cutout/state.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { Button } from '#web/ui/fields/button.tsx';

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

interface CutoutSectionProps {
  /** True when the page was opened for this section. */
  readonly asked: boolean;
  readonly children: ReactNode;
}

/**
 * The section under the choice of a background: its effect on the photos, and the tool that cuts one out. The tool takes the panel's place.
 */
export function CutoutSection({ asked, children }: CutoutSectionProps) {
  const { photo, recipe, overrides } = useEditing();
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
    </div>
  );
}
