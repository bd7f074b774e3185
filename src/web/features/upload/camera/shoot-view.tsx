import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ACCEPTED_FILES } from '#domain/photos/limits.ts';
import { takePicture } from '#web/features/upload/camera/capture.ts';
import { Finder } from '#web/features/upload/camera/finder.tsx';
import { chooseOwnCamera, prefersOwnCamera } from '#web/features/upload/camera/own-camera-choice.ts';
import { type NoCamera, useCamera } from '#web/features/upload/camera/use-camera.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { FilePicker } from '#web/ui/fields/file-picker.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

interface ShootViewProps {
  readonly shotKey: string;
  readonly onTaken: (photo: Blob) => Promise<void>;
  /** Null where it is the list's only shot. */
  readonly onSkip: (() => void) | null;
}

const NO_CAMERA: Record<NoCamera, string> = {
  refused: 'Browserul nu are voie la cameră.',
  busy: 'Camera e folosită de altă aplicație.',
  missing: 'Aici nu se poate deschide camera.',
};

/** Takes one shot: by the live picture, or by the camera app where there is none or the person prefers it. */
export function ShootView({ shotKey, onTaken, onSkip }: ShootViewProps) {
  const [isOwn, setOwn] = useState(prefersOwnCamera);
  const [isBusy, setBusy] = useState(false);
  const [seen, setSeen] = useState<MediaStream | null>(null);
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(!isOwn);
  const stream = camera.kind === 'live' ? camera.stream : null;
  const isReady = stream !== null && seen === stream && !isBusy;
  const isPlain = isOwn || camera.kind === 'none';
  const shoot = async () => {
    const [track] = stream?.getVideoTracks() ?? [];
    if (!isReady || track === undefined || video.current === null) return;
    setBusy(true);
    try {
      await onTaken(await takePicture(video.current, track));
    } catch {
      showToast({ text: 'Poza nu a ieșit. Mai fă una.', negative: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {isPlain ? (
        <div className="grid min-h-0 flex-1 place-items-center rounded-xl bg-film-raised p-4 text-center">
          <p className="max-w-md">
            {camera.kind === 'none' && !isOwn && `${NO_CAMERA[camera.why]} `}
            Fă poza cu aplicația de cameră: o punem noi la locul ei.
          </p>
        </div>
      ) : (
        <Finder video={video} stream={stream} shotKey={shotKey} onPicture={setSeen} />
      )}
      <Controls onSkip={onSkip}>
        {isPlain ? (
          <FilePicker
            key={shotKey}
            look={buttonClass({ look: 'signal' })}
            accept={ACCEPTED_FILES}
            capture="environment"
            onChange={({ currentTarget }) => {
              const [photo] = currentTarget.files ?? [];
              if (photo) void onTaken(photo);
            }}
          >
            Fă poza
          </FilePicker>
        ) : (
          <Shutter isReady={isReady} onPress={() => void shoot()} />
        )}
      </Controls>
      {(isOwn || camera.kind !== 'none') && (
        <label className="camera-own text-sm">
          <input
            type="checkbox"
            checked={isOwn}
            className="size-5"
            onChange={({ currentTarget }) => {
              chooseOwnCamera(currentTarget.checked);
              setOwn(currentTarget.checked);
            }}
          />
          Folosește camera telefonului
        </label>
      )}
    </>
  );
}

function Controls({ onSkip, children }: { onSkip: ShootViewProps['onSkip']; children: ReactNode }) {
  return (
    <div className="camera-controls">
      <span>
        {onSkip && (
          <Button small look="film" onClick={onSkip}>
            Sari peste
          </Button>
        )}
      </span>
      {children}
    </div>
  );
}

function Shutter({ isReady, onPress }: { isReady: boolean; onPress: () => void }) {
  const own = useRef<HTMLButtonElement>(null);
  // Space and Enter take the picture from the first shot on.
  useEffect(() => own.current?.focus({ preventScroll: true }), []);
  return (
    <button
      ref={own}
      type="button"
      data-first
      data-shutter
      aria-label="Fă poza"
      aria-disabled={!isReady}
      onClick={() => isReady && onPress()}
      className="camera-shutter"
    />
  );
}
