import { Button } from '#web/ui/fields/button.tsx';

interface WaitingProps {
  readonly original: string | null;
  readonly refusal: string | null;
  readonly onAgain: () => void;
}

/** Shows the chosen picture until the engine has answered; or why it won't. */
export function Waiting({ original, refusal, onAgain }: WaitingProps) {
  if (refusal !== null) {
    return (
      <div
        role="alert"
        className="grid h-full place-content-center justify-items-center gap-3 p-4 text-center"
      >
        <p>{refusal}</p>
        <Button look="quiet" small onClick={onAgain}>
          Încearcă din nou
        </Button>
      </div>
    );
  }
  if (original === null) return null;
  return (
    <img
      src={original}
      alt="Originalul"
      draggable={false}
      className="h-full w-full object-contain select-none"
    />
  );
}
