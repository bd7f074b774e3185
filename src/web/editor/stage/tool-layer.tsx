import { useLayoutEffect, useState } from 'react';
import { type StageMapping, useStageTools } from '#web/editor/stage/stage-tools.tsx';

/** The layer for the current tool, exactly over the picture. Rendered once the tool's own picture is on the stage. */
export function ToolLayer({ mapping }: { mapping: StageMapping }) {
  const { show } = useStageTools();
  const [host, setHost] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (host === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = host;
      show(host, { width, height, ...mapping });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(host);
    measure();
    return () => {
      observer.disconnect();
      show(null, null);
    };
  }, [host, mapping, show]);
  return <div ref={setHost} className="absolute inset-0" />;
}
