import { useEffect, useState } from 'react';
import { computeRoll } from '#web/features/upload/camera/roll.ts';

interface Level {
  /** Degrees that the picture leans clockwise; null where there is no level. */
  readonly roll: number | null;
  /** Asks for the permission that some phones want, by a press; null where none is wanted. */
  readonly ask: (() => void) | null;
}

interface Permitted {
  requestPermission?(): Promise<'granted' | 'denied'>;
}

const getSensor = () => (window as { DeviceOrientationEvent?: Permitted }).DeviceOrientationEvent;

/** Returns how level the device is held. */
export function useLevel(): Level {
  const [roll, setRoll] = useState<number | null>(null);
  const [isAllowed, setAllowed] = useState(() => getSensor()?.requestPermission === undefined);
  useEffect(() => {
    if (!isAllowed) return;
    const read = ({ beta, gamma }: DeviceOrientationEvent) => {
      if (beta === null || gamma === null) return;
      const degrees = computeRoll({ beta, gamma }, screen.orientation?.angle ?? 0);
      // Whole degrees: the line does not tremble, and the page draws no more than it shows.
      setRoll(degrees === null ? null : Math.round(degrees));
    };
    window.addEventListener('deviceorientation', read);
    return () => window.removeEventListener('deviceorientation', read);
  }, [isAllowed]);
  const ask = async () => {
    const answer = await getSensor()
      ?.requestPermission?.()
      .catch(() => 'denied' as const);
    setAllowed(answer === 'granted');
  };
  return { roll, ask: isAllowed ? null : () => void ask() };
}
