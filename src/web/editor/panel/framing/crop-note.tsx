import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { computeCutAway } from '#web/editor/panel/framing/crop-box.ts';
import { cutWords } from '#web/editor/panel/recipe-words.ts';

interface CropNoteProps {
  readonly shown: EditablePhoto;
  /** Ways to mend it by hand. */
  readonly children: ReactNode;
}

/** The loss of the shown photo by the batch's ratio, and the photos whose object does not fit. */
export function CropNote({ shown, children }: CropNoteProps) {
  const { photos, recipe, exceptions, overrides, select } = useEditing();
  const cut = computeCutAway(shown, recipe, overrides);
  const others = photos.filter(
    (photo) =>
      photo.id !== shown.id &&
      computeCutAway(photo, recipe, exceptions[photo.id] ?? NO_OVERRIDES)?.object === true,
  );
  const harms = cut?.object === true;
  const note = useRef<HTMLDivElement>(null);
  const known = useRef(harms);
  useEffect(() => {
    if (harms && !known.current) note.current?.scrollIntoView({ block: 'nearest' });
    known.current = harms;
  }, [harms]);
  return (
    <div
      ref={note}
      className={clsx('flex flex-col gap-2 text-sm', harms && 'rounded-xl bg-signal-wash px-3 py-2.5')}
    >
      <p role="status" className={harms ? 'font-medium' : 'text-ink-soft'}>
        {cutWords(cut, recipe, overrides.crop !== null)}
      </p>
      {others.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-2">
          {harms ? 'Nu încape nici la:' : 'Obiectul nu încape la:'}
          {others.map((photo) => (
            <button
              key={photo.id}
              type="button"
              className="link min-h-6 min-w-6"
              onClick={() => select(photo.id)}
            >
              {String(photos.indexOf(photo) + 1).padStart(2, '0')}
            </button>
          ))}
        </p>
      )}
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
