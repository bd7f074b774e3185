import type { GoogleOutcome } from '#contract/auth.ts';
import { useStore } from '#web/api/store.ts';
import mark from '#web/assets/google.svg';
import { useGoogle } from '#web/features/auth/use-google.ts';
import { googleOffered } from '#web/session/google/google-return.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface GoogleButtonProps {
  readonly redirect: string | null;
  readonly onDone: () => void;
  readonly onAsked: (outcome: GoogleOutcome) => void;
}

/** The button over the form of either tab; renders nothing where the server has no Google. */
export function GoogleButton(props: GoogleButtonProps) {
  const { busy, handleClick, handleApproach } = useGoogle(props);
  if (!useStore(googleOffered)) return null;
  return (
    <div className="mb-5 flex flex-col gap-5">
      <Button
        look="quiet"
        wide
        busy={busy}
        onClick={() => void handleClick()}
        onPointerEnter={handleApproach}
        onFocus={handleApproach}
      >
        <img src={mark} alt="" width="18" height="18" />
        Continuă cu Google
      </Button>
      <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        sau cu email
      </p>
    </div>
  );
}
