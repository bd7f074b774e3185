import { Download } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { NO_EXCEPTION } from '#domain/recipes/exception.ts';
import { DEFAULT_OUTPUTS, type OutputChoice } from '#domain/recipes/outputs.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { OutputPicker } from '#web/features/batches/output-picker.tsx';
import { NO_FACTS, type PreviewJob } from '#web/features/batches/preview-plan.ts';
import { Sheet } from '#web/features/batches/sheet.tsx';
import { Stage } from '#web/features/batches/stage.tsx';
import { AS_IT_IS } from '#web/features/batches/stage-mapping.ts';
import { pictureFrom, usePreview } from '#web/features/batches/use-preview.ts';
import { useWide } from '#web/features/batches/use-wide.ts';
import { choiceLabel } from '#web/features/recipes/output-list.ts';
import { RecipeSections } from '#web/features/recipes/recipe-sections.tsx';
import { usePresets } from '#web/features/recipes/use-presets.ts';
import { SubjectStrip } from '#web/features/test-image/subject-strip.tsx';
import { useLotOfTrial } from '#web/features/test-image/use-lot-of-trial.ts';
import { useTestImage } from '#web/features/test-image/use-test-image.ts';
import { uploads } from '#web/features/upload/uploads.ts';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { StageToolsProvider } from '#web/ui/stage-tools.tsx';

/** The whole recipe on a sample or an own picture: free, small and marked, and nothing of it is kept. */
export function TestImagePage() {
  usePageTitle('Imagine de probă');
  return (
    <StageToolsProvider>
      <Trial />
    </StageToolsProvider>
  );
}

function Trial() {
  const wide = useWide();
  const presets = usePresets();
  const [recipe, setRecipe] = useState<Recipe>(DEFAULT_RECIPE);
  const [outputs, setOutputs] = useState<readonly OutputChoice[]>(DEFAULT_OUTPUTS);
  const [outputAt, setOutputAt] = useState(0);
  const [tall, setTall] = useState(false);
  const test = useTestImage();
  const { image, fetchTrial } = test;
  const place = Math.min(outputAt, Math.max(0, outputs.length - 1));
  const output = outputs[place] ?? null;
  const fetch = useCallback(
    async ({ photoId, recipe, output, side, stage }: PreviewJob, signal: AbortSignal) =>
      pictureFrom(await fetchTrial(photoId, { recipe, output, side, stage }, signal)),
    [fetchTrial],
  );
  const view = image && { photoId: image.id, facts: NO_FACTS, recipe, exception: NO_EXCEPTION, output };
  const pictures = usePreview(fetch, view);
  const panel = (
    <RecipeSections
      batchId={null}
      recipe={recipe}
      outputs={outputs}
      presets={presets}
      photo={null}
      photos={[]}
      onSelect={() => undefined}
      exception={NO_EXCEPTION}
      scope="lot"
      exceptions={{}}
      layout={wide ? 'rows' : 'tabs'}
      onTab={() => setTall(true)}
      onRecipe={(change) => setRecipe((was) => ({ ...was, ...change }))}
      onOutputs={setOutputs}
      onException={() => undefined}
    />
  );
  return (
    <div className="bench">
      <div className="max-lg:contents lg:flex lg:min-h-0 lg:flex-col lg:gap-3">
        <div className="px-4 pt-1.5 pb-2 lg:p-0">
          <h1 className="text-2xl sm:text-3xl">Imagine de probă</h1>
          <p className="text-sm text-ink-soft">Gratuit. Poza ta nu se păstrează.</p>
        </div>
        <div className="bench-stage bg-paper lg:min-h-0 lg:flex-1">
          <Stage
            photo={null}
            pictures={pictures}
            badge={output === null ? 'fără platformă' : choiceLabel(output, presets)}
            mapping={AS_IT_IS}
            waiting={<Waiting local={test.local} refusal={test.refusal} onAgain={test.again} />}
          >
            <div className="flex w-full min-w-0 shrink-0 bg-film text-film-ink">
              <OutputPicker
                labels={outputs.map((choice) => choiceLabel(choice, presets))}
                chosen={place}
                onChoose={setOutputAt}
              />
            </div>
          </Stage>
        </div>
        <div hidden={!wide && tall}>
          <SubjectStrip subject={test.subject} local={test.local} onChoose={test.choose} />
        </div>
      </div>
      <div className="max-lg:contents lg:flex lg:min-h-0 lg:flex-col">
        {wide ? (
          <div className="-mx-3 min-h-0 flex-1 overflow-y-auto px-3 pb-4">{panel}</div>
        ) : (
          <Sheet tall={tall} onTall={setTall}>
            {panel}
          </Sheet>
        )}
        <div className="bench-start">
          <TakeOver
            recipe={recipe}
            outputs={outputs}
            file={test.subject.kind === 'own' ? test.subject.file : null}
            proof={pictures?.current ? (pictures.after?.url ?? null) : null}
          />
        </div>
      </div>
    </div>
  );
}

interface WaitingProps {
  readonly local: string | null;
  readonly refusal: string | null;
  readonly onAgain: () => void;
}

/** The picture as it was chosen, until the engine has answered; or why it won't. */
function Waiting({ local, refusal, onAgain }: WaitingProps) {
  if (refusal !== null) {
    return (
      <div
        role="alert"
        className="grid h-full place-content-center justify-items-center gap-3 p-4 text-center"
      >
        <p>{refusal}</p>
        <Button look="quiet" small onClick={onAgain}>
          Încearcă din nou
        </Button>
      </div>
    );
  }
  if (local === null) return null;
  return <img src={local} alt="Originalul" className="h-full w-full object-contain" />;
}

const DOWNLOAD = (
  <>
    <Download aria-hidden size={18} />
    <span className="max-lg:sr-only">Descarcă proba, cu filigran</span>
  </>
);

interface TakeOverProps {
  readonly recipe: Recipe;
  readonly outputs: readonly OutputChoice[];
  readonly file: File | null;
  /** The marked picture on the stage. */
  readonly proof: string | null;
}

/** The way on: the proof, or a lot with the same recipe (and the own picture in it). */
function TakeOver({ recipe, outputs, file, proof }: TakeOverProps) {
  const navigate = useNavigate();
  const lot = useLotOfTrial((batchId) => {
    if (file !== null) uploads.add([{ file, takenAt: null }], batchId);
    void navigate(`/process/${batchId}`);
  });
  return (
    <div className="flex gap-2 lg:flex-col">
      <Button wide busy={lot.isPending} onClick={() => lot.mutate({ recipe, outputs })}>
        Fă un lot cu rețeta asta
      </Button>
      {proof === null ? (
        <Button look="quiet" disabled>
          {DOWNLOAD}
        </Button>
      ) : (
        <a href={proof} download="fotolot-proba.jpg" className={buttonClass({ look: 'quiet' })}>
          {DOWNLOAD}
        </a>
      )}
    </div>
  );
}
