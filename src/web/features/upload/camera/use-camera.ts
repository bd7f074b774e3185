import { useEffect, useState } from 'react';

/** Why there is no live picture. */
export type NoCamera = 'refused' | 'busy' | 'missing';

export type CameraState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'live'; readonly stream: MediaStream }
  | { readonly kind: 'none'; readonly why: NoCamera };

const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 4096 }, height: { ideal: 3072 } },
};

/** Opens the camera at the back while `isWanted` and the page is shown; its light is out at all other times. */
export function useCamera(isWanted: boolean): CameraState {
  const [state, setState] = useState<CameraState>({ kind: 'asking' });
  const [isShown, setShown] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setShown(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const isOn = isWanted && isShown;
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let own: MediaStream | null = null;
    const stop = () => {
      for (const track of own?.getTracks() ?? []) track.stop();
    };
    const open = async () => {
      try {
        own = await getCamera();
        if (isOver) return stop();
        // Another app may take it, or a cable may be pulled.
        for (const track of own.getTracks())
          track.addEventListener('ended', () => isOver || setState({ kind: 'none', why: 'busy' }));
        setState({ kind: 'live', stream: own });
      } catch (error) {
        if (!isOver) setState({ kind: 'none', why: readWhy(error) });
      }
    };
    setState({ kind: 'asking' });
    void open();
    return () => {
      isOver = true;
      stop();
    };
  }, [isOn]);
  return state;
}

/** Without a secure connection browsers have no `mediaDevices`. */
async function getCamera(): Promise<MediaStream> {
  const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices;
  if (devices?.getUserMedia === undefined) throw new DOMException('No camera here', 'NotFoundError');
  return devices.getUserMedia(WANTED);
}

function readWhy(error: unknown): NoCamera {
  const { name } = error as { name?: string };
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing';
}
