import { useEffect, useState } from 'react';
import { proxyUrl } from '#web/api/file-urls.ts';
import type { TakenPhoto } from '#web/features/upload/camera/shot-session.ts';
import { uploads } from '#web/features/upload/queue/uploads.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface PhotoViewProps {
  readonly name: string;
  readonly photo: TakenPhoto;
  /** True when it looks so, and the person decides. */
  readonly isBlurry: boolean;
  readonly onAgain: () => void;
  readonly onKeep: () => void;
}

/** A shot that was taken, and whether it is taken again. */
export function PhotoView({ name, photo, isBlurry, onAgain, onKeep }: PhotoViewProps) {
  const src = useLargePicture(photo);
  return (
    <>
      <div className="relative min-h-0 flex-1 overflow-hidden rounded-xl bg-film-raised">
        {src && <img src={src} alt={name} className="absolute inset-0 h-full w-full object-contain" />}
      </div>
      <div className="camera-beside">
        {isBlurry && (
          <p role="alert" className="text-center font-medium text-film-signal">
            Pare mișcată: mai fă una?
          </p>
        )}
        <div className="flex flex-wrap justify-center gap-2">
          <Button look="film" onClick={onAgain}>
            Fă alta
          </Button>
          <Button look="film" autoFocus onClick={onKeep}>
            {isBlurry ? 'O păstrez' : 'Mai departe'}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Returns the address of the photo: its own bytes while this browser has them, else the server's. */
function useLargePicture({ uploadId, photoId, hasThumbnail }: TakenPhoto): string | null {
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    const blob = uploadId === null ? null : uploads.getBlob(uploadId);
    if (blob === null) return;
    const url = URL.createObjectURL(blob);
    setOwn(url);
    return () => {
      setOwn(null);
      URL.revokeObjectURL(url);
    };
  }, [uploadId]);
  return own ?? (photoId !== null && hasThumbnail ? proxyUrl(photoId) : null);
}
