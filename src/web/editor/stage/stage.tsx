import clsx from 'clsx';
import { type ReactNode, useRef } from 'react';
import { proxyUrl, thumbnailUrl } from '#web/api/file-urls.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import type { PreviewPictures } from '#web/editor/stage/preview-runner.ts';
import { type StageMapping, type StageTool, useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { type StageProgress, StageWork } from '#web/editor/stage/stage-work.tsx';
import { ToolLayer } from '#web/editor/stage/tool-layer.tsx';
import { AS_IT_IS } from '#web/editor/stage/use-mapping.ts';
import type { Picture } from '#web/editor/stage/use-preview.ts';
import { useStageZoom } from '#web/editor/stage/use-stage-zoom.ts';
import { BeforeAfterSlider } from '#web/ui/pictures/before-after-slider.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

interface StageProps {
  readonly photo: EditablePhoto | null;
  readonly pictures: PreviewPictures<Picture> | null;
  /** „OLX 1600×1200” */
  readonly badge: string;
  /** The shown place, where it makes no file of the shown photo. */
  readonly leftOutOf: string | null;
  /** From the upright photo to the whole picture that tools work on. */
  readonly mapping: StageMapping;
  /** In place of a photo that the server knows, until the first preview. */
  readonly waiting?: ReactNode;
  readonly work: StageProgress | null;
  /** Under the picture, never over it. */
  readonly children?: ReactNode;
}

/** A tool has nothing to draw on yet. */
const FETCHING: StageProgress = { words: 'Se aduce fotografia…', done: 0, of: 0 };

/** One photo large, with the before/after slider. Never blank: placeholder, then proxy, then the engine's preview. */
export function Stage(props: StageProps) {
  const { photo, pictures, mapping, waiting, work, children } = props;
  const { tool, zoom } = useStageTools();
  const view = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  useStageZoom(view, picture, photo?.id ?? null);
  const after = tool?.picture === 'upright' ? null : (pictures?.after ?? null);
  const shape = after ?? { width: photo?.width ?? 4, height: photo?.height ?? 3 };
  const aspect = shape.width / shape.height;
  const hasToolsPicture = after !== null && pictures?.hasSameFraming;
  const fetched = tool?.picture === 'whole' && !hasToolsPicture && !pictures?.failed ? FETCHING : null;
  return (
    <section
      aria-label="Previzualizare"
      className="stage relative flex h-full flex-col overflow-hidden bg-film lg:rounded-2xl lg:bg-sunken"
    >
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={view}
          data-zoomed={zoom > 1 || undefined}
          className="stage-view grid w-full overflow-hidden [container-type:size]"
        >
          <div
            ref={picture}
            className="relative m-auto overflow-hidden"
            style={{ aspectRatio: aspect, width: `calc(${zoom} * min(100cqw, ${aspect * 100}cqh))` }}
          >
            {tool === null ? (
              <Compared {...props} aspect={aspect} />
            ) : (
              <InHand {...{ photo, pictures, tool, mapping, waiting }} />
            )}
          </div>
        </div>
        <StageWork
          work={tool === null ? work : fetched}
          isSlow={tool?.picture !== 'upright' && pictures !== null && !pictures.current && !pictures.failed}
        />
      </div>
      {children}
    </section>
  );
}

type ComparedProps = Pick<StageProps, 'photo' | 'pictures' | 'badge' | 'leftOutOf' | 'waiting'> & {
  readonly aspect: number;
};

function Compared({ photo, pictures, badge, leftOutOf, waiting, aspect }: ComparedProps) {
  const { wipe, wiped } = useStageTools();
  const after = pictures?.after ?? null;
  const before = pictures?.before ?? null;
  if (
    after !== null &&
    before !== null &&
    pictures?.hasSameFraming &&
    Math.abs(before.width / before.height / aspect - 1) < 0.03
  ) {
    return (
      <BeforeAfterSlider
        key={wiped}
        initial={wipe.current}
        onMove={(at) => {
          wipe.current = at;
        }}
        before={<img src={before.url} alt="Înainte" draggable={false} className="bg-paper" />}
        after={
          <img src={after.url} alt={`După, ${badge}`} draggable={false} className={getGroundClass(after)} />
        }
        afterNote={badge}
      />
    );
  }
  if (after === null && waiting !== undefined) return waiting;
  return (
    <>
      {after === null ? (
        <Original photo={photo} />
      ) : (
        <img
          src={after.url}
          alt={`După, ${badge}`}
          draggable={false}
          className={clsx('h-full w-full', getGroundClass(after))}
        />
      )}
      <Tag>
        {leftOutOf === null
          ? stageWords(photo, { hasAfter: after !== null, failed: pictures?.failed ?? false, badge })
          : `originalul; nu merge la ${leftOutOf}`}
      </Tag>
    </>
  );
}

type InHandProps = Pick<StageProps, 'photo' | 'pictures' | 'mapping' | 'waiting'> & {
  readonly tool: StageTool;
};

/** A tool draws over its picture as soon as that is there; until then it would draw in the wrong place. */
function InHand({ photo, pictures, tool, mapping, waiting }: InHandProps) {
  const after = pictures?.after ?? null;
  if (tool.picture === 'upright' || after === null) {
    return (
      <>
        {waiting ?? <Original photo={photo} />}
        {tool.picture === 'upright' && photo?.state === 'ready' && <ToolLayer mapping={AS_IT_IS} />}
      </>
    );
  }
  return (
    <>
      <img
        src={after.url}
        alt={photo?.name ?? ''}
        draggable={false}
        className={clsx('h-full w-full select-none', getGroundClass(after))}
      />
      {pictures?.hasSameFraming && <ToolLayer mapping={mapping} />}
    </>
  );
}

/** The thumbnail is there already; the proxy comes over it. */
function Original({ photo }: { photo: EditablePhoto | null }) {
  const ready = photo?.state === 'ready';
  return (
    <>
      <Thumb
        key={photo?.id}
        src={ready ? thumbnailUrl(photo.id) : null}
        thumbhash={photo?.thumbhash ?? null}
        alt={ready ? '' : (photo?.name ?? '')}
        eager
      />
      {ready && (
        <img
          key={`${photo.id} proxy`}
          src={proxyUrl(photo.id)}
          alt={photo.name}
          draggable={false}
          className="absolute inset-0 h-full w-full object-cover"
        />
      )}
    </>
  );
}

/** Under an opaque picture the squares would glint at its edges. */
function getGroundClass({ isClear }: Picture): string | undefined {
  return isClear ? 'chequered' : undefined;
}

interface OnStage {
  readonly hasAfter: boolean;
  readonly failed: boolean;
  readonly badge: string;
}

function stageWords(photo: EditablePhoto | null, { hasAfter, failed, badge }: OnStage): string {
  if (photo === null) return 'aici vezi prima fotografie';
  if (photo.state === 'uploading') return 'se trimite';
  if (photo.state === 'preparing') return 'se pregătește';
  if (hasAfter) return `după · ${badge}`;
  return failed ? 'originalul; previzualizarea revine când merge conexiunea' : 'originalul';
}

function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="pointer-events-none absolute top-3 right-3 rounded-full bg-film/85 px-2.5 py-1 font-mono text-xs text-film-ink">
      {children}
    </span>
  );
}
