import { Button } from '#web/ui/button.tsx';

interface ReadFailedProps {
  /** What happened, as a sentence. */
  readonly text: string;
  readonly onRetry: () => unknown;
}

/** In place of a section that could not be read. */
export function ReadFailed({ text, onRetry }: ReadFailedProps) {
  return (
    <div role="alert">
      <p className="mb-3 font-medium">{text}</p>
      <Button look="quiet" onClick={() => void onRetry()}>
        Încearcă din nou
      </Button>
    </div>
  );
}
