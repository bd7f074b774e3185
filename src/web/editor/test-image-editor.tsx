import { type ReactNode, useCallback, useState } from 'react';
import { DEFAULT_OUTPUTS, type OutputChoice } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES, type PhotoOverrides, recipeFor } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE, needsObject, type Recipe } from '#domain/recipes/recipe.ts';
import { EditorProvider } from '#web/editor/editor-context.tsx';
import { withOverrides } from '#web/editor/edits/edit-overrides.ts';
import { useHistory } from '#web/editor/edits/use-history.ts';
import { choiceLabel } from '#web/editor/panel/outputs/output-list.ts';
import { NO_OUTPUT } from '#web/editor/panel/outputs/output-size.ts';
import { RecipePanel } from '#web/editor/panel/recipe-panel.tsx';
import { useMarks } from '#web/editor/review/use-marks.ts';
import type { PreviewRequest } from '#web/editor/stage/preview-plan.ts';
import { StageToolsProvider } from '#web/editor/stage/stage-tools.tsx';
import { type Picture, pictureFrom } from '#web/editor/stage/use-preview.ts';
import { SubjectStrip } from '#web/editor/test-image/subject-strip.tsx';
import { TestImageHead } from '#web/editor/test-image/test-image-head.tsx';
import { TestImageReview } from '#web/editor/test-image/test-image-review.tsx';
import { useOriginal } from '#web/editor/test-image/use-original.ts';
import { type FetchTestImage, useTestImage } from '#web/editor/test-image/use-test-image.ts';
import { type SaidOfPhoto, useTestImagePhoto } from '#web/editor/test-image/use-test-image-photo.ts';
import { Waiting } from '#web/editor/test-image/waiting.tsx';
import { useEditorState } from '#web/editor/use-editor-state.ts';
import { Workbench } from '#web/editor/workbench.tsx';
import { useUser } from '#web/session/use-user.ts';

/** The tried settings, for the batch that they may become. */
export interface TriedRecipe {
  readonly recipe: Recipe;
  readonly outputs: readonly OutputChoice[];
  readonly said: TriedImageEdits;
  /** The user's own picture; null for a sample. */
  readonly file: File | null;
  /** The watermarked picture on the stage. */
  readonly proof: Picture | null;
}

/** The user's edits of the test picture. */
export interface TriedImageEdits extends SaidOfPhoto {
  readonly exception: PhotoOverrides | null;
}

/** The part of a batch that one picture needs. */
interface TestImageBatch {
  readonly recipe: Recipe;
  readonly outputs: OutputChoice[];
  readonly exceptions: Record<string, PhotoOverrides>;
}

const START: TestImageBatch = { recipe: DEFAULT_RECIPE, outputs: [...DEFAULT_OUTPUTS], exceptions: {} };

/** Progress while the picture is sent: nothing can be asked about it yet. */
const SENDING = { words: 'Se trimite poza…', done: 0, of: 0 };

interface TestImageEditorProps {
  /** Renders the next steps for the tried settings. */
  readonly takeOver: (tried: TriedRecipe) => ReactNode;
}

/** The whole recipe on a sample or an own picture: free, small and marked, and nothing of it is kept. */
export function TestImageEditor({ takeOver }: TestImageEditorProps) {
  const user = useUser();
  const [batch, setBatch] = useState(START);
  const { recipe, outputs, exceptions } = batch;
  const test = useTestImage();
  const { subject, key, image, fetchPreview } = test;
  const original = useOriginal(subject, image, fetchPreview);
  const name = subject.kind === 'own' ? subject.file.name : subject.sample.name;
  const wantsCutout = needsObject(recipeFor(recipe, exceptions[key] ?? NO_OVERRIDES));
  const { photo, source, said } = useTestImagePhoto(
    { key, name, image, original, ask: test.ask },
    wantsCutout,
  );
  const marks = useMarks();
  const photos = photo ? { [key]: photo } : {};
  // The one picture has no number.
  const history = useHistory({ ...batch, photoIds: [], photos }, ({ plates, ...edit }) => {
    if (plates) source.confirmPlates(plates);
    setBatch((was) => ({
      recipe: edit.recipe ?? was.recipe,
      outputs: edit.outputs ?? was.outputs,
      exceptions: withOverrides(was.exceptions, edit.exceptions),
    }));
  });
  const editing = useEditorState({
    batch: { ...batch, photoIds: [key], photos },
    source: { ...source, confirmPlates: (plates) => history.edit({ plates }) },
    mostOutputs: user?.limits.outputsPerRun ?? outputs.length + 1,
    history,
  });
  const file = subject.kind === 'own' ? subject.file : null;
  return (
    <StageToolsProvider>
      <EditorProvider editing={editing}>
        <Workbench
          head={<TestImageHead />}
          stage={{
            badge: editing.output === null ? NO_OUTPUT : choiceLabel(editing.output, editing.presets),
            waiting: <Waiting original={original} refusal={test.refusal} onAgain={test.again} />,
            work: image === null && test.refusal === null ? SENDING : null,
          }}
          strip={<SubjectStrip subject={subject} local={original} onChoose={test.choose} />}
          panel={<RecipePanel alone review={<TestImageReview marks={marks} />} />}
          start={(proof) =>
            takeOver({
              recipe,
              outputs,
              said: { ...said, exception: exceptions[key] ?? null },
              file,
              proof,
            })
          }
          fetchPicture={useFetchPicture(fetchPreview)}
        />
      </EditorProvider>
    </StageToolsProvider>
  );
}

function useFetchPicture(fetchPreview: FetchTestImage) {
  return useCallback(
    async ({ facts, recipe, overrides, output, side, stage }: PreviewRequest, signal: AbortSignal) => {
      const known = { plates: [...(facts.plates ?? [])], cutoutId: facts.cutoutId };
      const edits = { recipe, exception: overrides, output, side, stage, ...known };
      return pictureFrom(await fetchPreview(edits, signal));
    },
    [fetchPreview],
  );
}
