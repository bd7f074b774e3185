import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#web/ui/fields/icon-button.tsx';

interface StepButtonsProps {
  /** The photo in sight, from 0. */
  readonly at: number;
  readonly count: number;
  /** −1 or 1. */
  readonly onStep: (by: 1 | -1) => void;
  readonly onFilm?: boolean;
  /** Content between the two. */
  readonly children?: ReactNode;
}

/** Leads from photo to photo. */
export function StepButtons({ at, count, onStep, onFilm = false, children }: StepButtonsProps) {
  return (
    <>
      <IconButton onFilm={onFilm} label="Fotografia dinainte" disabled={at <= 0} onClick={() => onStep(-1)}>
        <ChevronLeft aria-hidden size={22} />
      </IconButton>
      {children}
      <IconButton
        onFilm={onFilm}
        label="Fotografia următoare"
        disabled={at >= count - 1}
        onClick={() => onStep(1)}
      >
        <ChevronRight aria-hidden size={22} />
      </IconButton>
    </>
  );
}
