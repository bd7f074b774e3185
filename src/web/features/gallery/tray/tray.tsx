import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { GalleryItem } from '#contract/gallery.ts';
import { itemThumbUrl } from '#web/features/gallery/photos/item-files.ts';
import type { GalleryActs } from '#web/features/gallery/tray/use-gallery-acts.ts';
import { CreditText } from '#web/text/credit-text.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { FilmStrip } from '#web/ui/pictures/film-strip.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

const FANNED = 5;

/** Props of every tray: the chosen items and the actions on them. */
export interface ChosenTrayProps {
  readonly chosen: readonly GalleryItem[];
  readonly acts: GalleryActs;
  readonly onClear: () => void;
}

interface TrayProps {
  readonly chosen: readonly GalleryItem[];
  readonly title: string;
  readonly line: string;
  /** Buttons for the chosen photos. */
  readonly children: ReactNode;
  readonly onClear: () => void;
}

/** The lot being gathered: docked at the bottom of the gallery, with the chosen photos fanned out. */
export function Tray({ chosen, title, line, children, onClear }: TrayProps) {
  return (
    <div className="tray">
      <FilmStrip tray label="Fotografii alese">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
          <div aria-hidden className="hidden shrink-0 pl-1 sm:flex">
            {chosen.slice(0, FANNED).map((photo, i) => (
              <span
                key={photo.id}
                className="-ml-3 block h-12 w-15 overflow-hidden rounded-md border-2 border-film first:ml-0"
                style={{ rotate: `${(i - 2) * 3}deg` }}
              >
                <Thumb src={itemThumbUrl(photo)} thumbhash={photo.thumbhash} alt="" />
              </span>
            ))}
          </div>
          <div className="min-w-0 flex-[1_1_13rem]" role="status">
            <p className="font-display text-lg leading-tight font-bold">{title}</p>
            <p className="text-sm text-film-soft">
              <CreditText>{line}</CreditText>
            </p>
          </div>
          <div className="flex grow flex-wrap items-center justify-end gap-2 sm:grow-0">
            {children}
            <IconButton onFilm label="Renunță la selecție" onClick={onClear}>
              <X aria-hidden size={20} />
            </IconButton>
          </div>
        </div>
      </FilmStrip>
    </div>
  );
}
