import '#web/ui/styles/camera.css';
import type { KeyboardEvent } from 'react';
import { ChooseList } from '#web/features/upload/camera/choose-list.tsx';
import { EndView } from '#web/features/upload/camera/end-view.tsx';
import { PhotoView } from '#web/features/upload/camera/photo-view.tsx';
import { ShootView } from '#web/features/upload/camera/shoot-view.tsx';
import { ShotStrip } from '#web/features/upload/camera/shot-strip.tsx';
import { ShotTrouble } from '#web/features/upload/camera/shot-trouble.tsx';
import { type CameraProps, useShotSession } from '#web/features/upload/camera/use-shot-session.ts';
import { isInDanger, isOnItsWay } from '#web/features/upload/queue/queue-machine.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { LoadingNote } from '#web/ui/skeleton.tsx';

/** Guided shots: the list is chosen, then the camera goes from shot to shot. */
export function CameraDialog({ batchId, batch, open, onOpenChange }: CameraProps) {
  const session = useShotSession({ batchId, batch, open });
  const { list, view } = session;
  const at = view === null || view.kind === 'end' ? null : view.key;
  const place = list?.shots.findIndex(({ key }) => key === at) ?? -1;
  const shot = list?.shots[place];
  const toggle = (next: boolean) => {
    if (!next) session.close();
    onOpenChange(next);
  };
  return (
    <Dialog
      full
      open={open}
      onOpenChange={toggle}
      title={getTitle(list === null, shot?.name)}
      description={
        list && (
          <span role="status" className="text-film-soft">
            {shot ? `${place + 1} din ${list.shots.length}` : list.name}
          </span>
        )
      }
      onKeyDown={pressShutter}
    >
      {open && (
        <div className="mt-2 flex min-h-0 flex-1 flex-col gap-2">
          {batchId !== null && batch.batch === null ? (
            <LoadingNote />
          ) : list === null ? (
            <ChooseList onChoose={session.choose} />
          ) : (
            <>
              <Shots
                session={session}
                isComing={batch.items.some(isOnItsWay) && !batch.items.some(isInDanger)}
                onClose={() => toggle(false)}
              />
              <ShotTrouble items={batch.items} />
              <ShotStrip
                list={list}
                taken={session.taken}
                at={at}
                onPress={(key) => session.step({ type: 'pressed', key })}
              />
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface ShotsProps {
  readonly session: ReturnType<typeof useShotSession>;
  readonly isComing: boolean;
  readonly onClose: () => void;
}

function Shots({ session, isComing, onClose }: ShotsProps) {
  const { list, view, taken, keys, step, take, skip } = session;
  if (list === null || view === null) return null;
  const shot = view.kind === 'end' ? undefined : list.shots.find(({ key }) => key === view.key);
  const photo = taken.get(shot?.key ?? '');
  if (view.kind === 'end' || shot === undefined)
    return (
      <EndView
        list={list}
        taken={keys}
        isComing={isComing}
        onShoot={(key) => step({ type: 'again', key })}
        onClose={onClose}
      />
    );
  const { key } = shot;
  return (
    <div className="camera-stage">
      {view.kind === 'look' && photo !== undefined ? (
        <PhotoView
          name={shot.name}
          photo={photo}
          isBlurry={view.isBlurry}
          onAgain={() => step({ type: 'again', key })}
          onKeep={() => step({ type: 'kept', key })}
        />
      ) : (
        <ShootView
          shotKey={key}
          onTaken={(picture) => take(shot, picture)}
          onSkip={list.shots.length > 1 && photo === undefined ? () => skip(shot) : null}
        />
      )}
    </div>
  );
}

function getTitle(isChoosing: boolean, name: string | undefined): string {
  if (isChoosing) return 'Poze ghidate';
  return name ?? 'Gata';
}

/** Space and Enter take the picture wherever nothing else would hear them. */
function pressShutter({ key, target, currentTarget }: KeyboardEvent) {
  if ((key !== ' ' && key !== 'Enter') || (target as Element).closest('button, a, input, label')) return;
  currentTarget.querySelector<HTMLElement>('[data-shutter]')?.click();
}
