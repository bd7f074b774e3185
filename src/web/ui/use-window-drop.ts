import { useEffect, useEffectEvent, useState } from 'react';

/** Takes files dropped anywhere in the window; otherwise the browser would leave the page. Returns true while files hover over it. */
export function useWindowDrop(onDrop: (event: DragEvent) => void): boolean {
  const [over, setOver] = useState(false);
  const handleDrop = useEffectEvent(onDrop);
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += event.type === 'dragenter' ? 1 : 0;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      handleDrop(event);
    };
    const listeners = { dragenter: enter, dragover: enter, dragleave: leave, drop } as const;
    for (const [name, run] of Object.entries(listeners)) window.addEventListener(name as 'drop', run);
    return () => {
      for (const [name, run] of Object.entries(listeners)) window.removeEventListener(name as 'drop', run);
    };
  }, []);
  return over;
}
