import clsx from 'clsx';
import { ChevronLeft } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { DEFAULT_OUTPUTS, type OutputChoice } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES, type PhotoOverrides, recipeFor } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE, needsObject, type Recipe } from '#domain/recipes/recipe.ts';
import { usePresets } from '#web/api/queries/use-presets.ts';
import { cutoutWork } from '#web/editor/cutout/state.ts';
import { differs, withChange, withOverrides } from '#web/editor/edits/edit-overrides.ts';
import { type BatchHistory, useHistory } from '#web/editor/edits/use-history.ts';
import { choiceLabel } from '#web/editor/panel/outputs/output-list.ts';
import { PlateReview } from '#web/editor/panel/plates/plate-review.tsx';
import type { Confirmed } from '#web/editor/panel/plates/use-plates.ts';
import { RecipeSections } from '#web/editor/panel/recipe-sections.tsx';
import { ScopeSwitch } from '#web/editor/panel/scope-switch.tsx';
import type { Scope, SectionProps } from '#web/editor/panel/section.ts';
import { RecipeShelf } from '#web/editor/panel/shelf/recipe-shelf.tsx';
import { Sheet } from '#web/editor/sheet.tsx';
import { factsOf, type PreviewJob, wholeView } from '#web/editor/stage/preview-plan.ts';
import { Stage } from '#web/editor/stage/stage.tsx';
import { StageBar } from '#web/editor/stage/stage-bar.tsx';
import { StageToolsProvider, useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { useMapping } from '#web/editor/stage/use-mapping.ts';
import { pictureFrom, usePreview } from '#web/editor/stage/use-preview.ts';
import { SubjectStrip } from '#web/editor/test-image/subject-strip.tsx';
import { useOriginal } from '#web/editor/test-image/use-original.ts';
import { useTestImage } from '#web/editor/test-image/use-test-image.ts';
import { useTestImagePhoto } from '#web/editor/test-image/use-test-image-photo.ts';
import { useIsWide } from '#web/editor/use-is-wide.ts';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { TakeOver } from '#web/pages/test-image-take-over.tsx';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/fields/button.tsx';

/** The whole recipe on a sample or an own picture: free, small and marked, and nothing of it is kept. */
export function TestImagePage() {
  usePageTitle('Imagine de probă');
  return (
    <StageToolsProvider>
      <TestImage />
    </StageToolsProvider>
  );
}

/** As much of a batch as one picture needs. */
interface TestImageBatch {
  readonly recipe: Recipe;
  readonly outputs: OutputChoice[];
  readonly exceptions: Record<string, PhotoOverrides>;
  readonly photoIds: string[];
}

const START: TestImageBatch = {
  recipe: DEFAULT_RECIPE,
  outputs: [...DEFAULT_OUTPUTS],
  exceptions: {},
  photoIds: [],
};

function TestImage() {
  const wide = useIsWide();
  const user = useUser();
  const presets = usePresets();
  const { tool } = useStageTools();
  const [batch, setBatch] = useState(START);
  const { recipe, outputs } = batch;
  const [outputAt, setOutputAt] = useState(0);
  const [tall, setTall] = useState(false);
  /** Something is being adjusted: the picture gets the room. */
  const isClose = !wide && (tall || tool !== null);
  const test = useTestImage();
  const { subject, key, image, fetchPreview } = test;
  const original = useOriginal(subject, image, fetchPreview);
  const name = subject.kind === 'own' ? subject.file.name : subject.sample.name;
  const overrides = batch.exceptions[key] ?? NO_OVERRIDES;
  const wantsCutout = needsObject(recipeFor(recipe, overrides));
  const testPhoto = useTestImagePhoto({ key, name, image, original, ask: test.ask }, wantsCutout);
  const { photo } = testPhoto;
  const history = useHistory(
    { ...batch, photos: photo ? { [key]: photo } : {} },
    ({ recipe, outputs, exceptions: overridesByPhoto, plates }) => {
      if (plates) testPhoto.source.confirmPlates(plates);
      setBatch((was) => ({
        ...was,
        recipe: recipe ?? was.recipe,
        outputs: outputs ?? was.outputs,
        exceptions: withOverrides(was.exceptions, overridesByPhoto),
      }));
    },
  );
  const source = { ...testPhoto.source, confirmPlates: (plates: Confirmed) => history.edit({ plates }) };
  const place = Math.min(outputAt, Math.max(0, outputs.length - 1));
  const output = outputs[place] ?? null;
  const fetch = useCallback(
    async ({ facts, recipe, overrides, output, side, stage }: PreviewJob, signal: AbortSignal) => {
      const said = { plates: [...(facts.plates ?? [])], cutoutId: facts.cutoutId };
      return pictureFrom(
        await fetchPreview({ recipe, exception: overrides, output, side, stage, ...said }, signal),
      );
    },
    [fetchPreview],
  );
  const view = photo && { photoId: photo.id, facts: factsOf(photo), recipe, overrides, output };
  const pictures = usePreview(fetch, view && tool?.picture === 'whole' ? wholeView(view) : view);
  const mapping = useMapping(photo, recipe, overrides);
  const panel = (
    <TestImagePanel
      {...{ source, recipe, outputs, presets, photo, overrides, history }}
      mostOutputs={user?.limits.outputsPerRun ?? outputs.length + 1}
      photos={photo ? [photo] : []}
      exceptions={batch.exceptions}
      layout={wide ? 'rows' : 'tabs'}
      onTab={() => setTall(true)}
      onSelect={() => undefined}
      onRecipe={(change) => history.edit({ recipe: { ...recipe, ...change } })}
      onOutputs={(next) => history.edit({ outputs: [...next] })}
      onOverrides={(change) => history.edit({ exceptions: { [key]: withChange(overrides, change) } })}
    />
  );
  return (
    <div className={clsx('bench', isClose && 'bench-close')}>
      <div className="max-lg:contents lg:flex lg:min-h-0 lg:flex-col lg:gap-3">
        <div className="bench-head flex items-center gap-2 px-4 pt-1 pb-2 lg:p-0">
          <Link to="/dashboard" className="-ml-2 grid size-9 shrink-0 place-items-center sm:hidden">
            <ChevronLeft aria-hidden size={20} />
            <span className="sr-only">Înapoi la panou</span>
          </Link>
          <div>
            <h1 className="text-xl sm:text-3xl">Imagine de probă</h1>
            <p className="text-sm text-ink-soft">Gratuit. Poza ta nu se păstrează.</p>
          </div>
        </div>
        {isClose && <h1 className="sr-only">Imagine de probă</h1>}
        <div className="bench-stage bg-paper lg:min-h-0 lg:flex-1">
          <Stage
            photo={photo}
            pictures={pictures}
            badge={output === null ? 'alege unde publici' : choiceLabel(output, presets)}
            mapping={mapping}
            work={cutoutWork({ photos: photo ? [photo] : [], recipe, exceptions: batch.exceptions }, photo)}
            waiting={<Waiting original={original} refusal={test.refusal} onAgain={test.again} />}
          >
            <StageBar
              history={history}
              outputs={outputs.map((choice) => choiceLabel(choice, presets))}
              chosen={place}
              onChoose={setOutputAt}
            />
          </Stage>
        </div>
        <div hidden={isClose}>
          <SubjectStrip subject={subject} local={original} onChoose={test.choose} />
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
            said={{ ...testPhoto.said, exception: batch.exceptions[key] ?? null }}
            file={subject.kind === 'own' ? subject.file : null}
            proof={pictures?.current ? pictures.after : null}
          />
        </div>
      </div>
    </div>
  );
}

interface TestImagePanelProps extends Omit<SectionProps, 'scope'> {
  readonly history: BatchHistory;
  readonly layout: 'rows' | 'tabs';
  readonly onTab: () => void;
}

function TestImagePanel({ history, ...props }: TestImagePanelProps) {
  const [scope, setScope] = useState<Scope>('lot');
  const [walking, setWalking] = useState(false);
  const { source, recipe, outputs, presets, photo, photos, overrides, onSelect, onOverrides } = props;
  return (
    <>
      <PlateReview {...{ source, photos, walking, onSelect }} shown={photo} onWalking={setWalking} />
      <RecipeSections
        {...props}
        scope={scope}
        lead={
          <ScopeSwitch
            scope={scope}
            number="alone"
            differs={differs(overrides)}
            onScope={setScope}
            onBack={() => onOverrides(NO_OVERRIDES)}
          />
        }
        shelf={
          scope === 'lot' && (
            <RecipeShelf
              {...{ recipe, outputs, presets }}
              onApply={(ready) => history.edit({ recipe: ready.recipe, outputs: [...ready.outputs] })}
            />
          )
        }
      />
    </>
  );
}

interface WaitingProps {
  readonly original: string | null;
  readonly refusal: string | null;
  readonly onAgain: () => void;
}

/** The picture as it was chosen, until the engine has answered; or why it won't. */
function Waiting({ original, refusal, onAgain }: WaitingProps) {
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
  if (original === null) return null;
  return (
    <img
      src={original}
      alt="Originalul"
      draggable={false}
      className="h-full w-full object-contain select-none"
    />
  );
}
