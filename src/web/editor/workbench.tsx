import clsx from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { KeptBackground } from '#web/editor/cutout/kept-background.tsx';
import { cutoutWork } from '#web/editor/cutout/state.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { OutputCrop } from '#web/editor/panel/framing/output-crop.tsx';
import { choiceLabel } from '#web/editor/panel/outputs/output-list.ts';
import { getPhotoFacts, wholeView } from '#web/editor/stage/preview-plan.ts';
import { Stage } from '#web/editor/stage/stage.tsx';
import { StageBar } from '#web/editor/stage/stage-bar.tsx';
import { useStageTools } from '#web/editor/stage/stage-tools.tsx';
import type { StageProgress } from '#web/editor/stage/stage-work.tsx';
import { useMapping } from '#web/editor/stage/use-mapping.ts';
import { type FetchPicture, type Picture, usePreview } from '#web/editor/stage/use-preview.ts';
import { isLeftOut } from '#web/editor/taken-photos.ts';
import { useIsClose } from '#web/editor/use-is-close.ts';
import { useIsWide } from '#web/editor/use-is-wide.ts';

/** What a page adds to the stage. */
interface StageParts {
  /** „OLX 1600×1067”: what the shown photo becomes in the shown output. */
  readonly badge: string;
  /** In place of a photo that the server knows, until the first preview. */
  readonly waiting?: ReactNode;
  /** What has to be done before the first preview can be asked for. */
  readonly work?: StageProgress | null;
  /** Beside the buttons under the picture. */
  readonly steps?: ReactNode;
}

interface WorkbenchProps {
  readonly head: ReactNode;
  readonly stage: StageParts;
  readonly strip: ReactNode;
  readonly panel: ReactNode;
  /** `picture`: what the stage shows; null while that is not the newest. */
  readonly start: (picture: Picture | null) => ReactNode;
  readonly fetchPicture: FetchPicture;
}

/** One stage, one strip, one panel. On a phone they lie under each other, and the stage stays in sight while a control is used. */
export function Workbench({ head, strip, panel, start, fetchPicture, stage }: WorkbenchProps) {
  const pictures = useStagePictures(fetchPicture);
  const wide = useIsWide();
  const isClose = useIsClose();
  return (
    <div className={clsx('bench', isClose && 'bench-close')}>
      <div className="max-lg:contents lg:flex lg:min-h-0 lg:flex-col lg:gap-3">
        {head}
        <OnStage {...stage} pictures={pictures} />
        <div hidden={isClose}>{strip}</div>
      </div>
      <div className="max-lg:contents lg:flex lg:min-h-0 lg:flex-col">
        {wide ? (
          <div className="min-h-0 flex-1 overflow-y-auto pb-4 lg:-mx-3 lg:px-3">{panel}</div>
        ) : (
          <div className="sheet">
            <div className="sheet-content">{panel}</div>
          </div>
        )}
        <div className="bench-start">{start(pictures?.current ? pictures.after : null)}</div>
      </div>
    </div>
  );
}

/** Returns the previews of the shown photo, or of its tool's picture. */
function useStagePictures(fetchPicture: FetchPicture) {
  const { photo, recipe, overrides, output } = useEditing();
  const { tool } = useStageTools();
  const view =
    photo?.state === 'ready'
      ? { photoId: photo.id, facts: getPhotoFacts(photo), recipe, overrides, output }
      : null;
  return usePreview(fetchPicture, view && tool?.picture === 'whole' ? wholeView(view) : view);
}

/** A photo that is not known yet. */
const NO_SHAPE = { width: 4, height: 3 };

interface OnStageProps extends StageParts {
  readonly pictures: ReturnType<typeof usePreview>;
}

function OnStage({ badge, waiting, work, steps, pictures: made }: OnStageProps) {
  const editing = useEditing();
  const { photo, recipe, overrides, output } = editing;
  const { tool } = useStageTools();
  // A file that there will not be is not shown.
  const leftOut = isLeftOut(editing, photo, output) ? output : null;
  const pictures = leftOut !== null && tool === null ? null : made;
  const mapping = useMapping(photo, recipe, overrides);
  const { width, height } = pictures?.after ?? photo ?? NO_SHAPE;
  const aspect = (width ?? NO_SHAPE.width) / (height ?? NO_SHAPE.height);
  return (
    // How wide the picture is for its height: on a phone the stage is as high as that takes, with no paper above and below it.
    <div
      className="bench-stage bg-paper lg:min-h-0 lg:flex-1"
      style={{ '--aspect': aspect } as CSSProperties}
    >
      <Stage
        {...{ photo, pictures, mapping, waiting }}
        badge={badge}
        leftOutOf={leftOut && choiceLabel(leftOut, editing.presets)}
        work={work ?? cutoutWork(editing, photo)}
      >
        <OutputCrop />
        <KeptBackground />
        <StageBar>{steps}</StageBar>
      </Stage>
    </div>
  );
}
