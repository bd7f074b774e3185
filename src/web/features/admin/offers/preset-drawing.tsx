import { type FileDraft, SIZES } from '#web/features/admin/offers/preset-draft.ts';
import { wholeNumber } from '#web/features/admin/shared/whole-number.ts';

/** A photo as phones take it, in the drawing's units. */
const PHOTO = 4 / 3;
const BOX = 112;

/** The file in its true shape, and how a photo of 4:3 sits in it. */
export function PresetDrawing({ file }: { file: FileDraft }) {
  const side = (name: 'width' | 'height') => wholeNumber(file[name], SIZES[name].least, SIZES[name].most);
  const [width, height] = [side('width'), side('height')];
  if (width === null || height === null) return null;
  const scale = BOX / Math.max(width, height);
  const [w, h] = [width * scale, height * scale];
  const whole = Math.min(w, h * PHOTO);
  const photo = file.fit === 'cover' ? { width: w, height: h } : { width: whole, height: whole / PHOTO };
  const grounds = { white: 'bg-white', blur: 'bg-linear-to-br from-signal/40 to-film/60', colour: '' };
  const ground = file.fit === 'inside' ? 'border-dashed' : grounds[file.pad];
  return (
    <div className="flex items-center gap-4 sm:col-span-2">
      <div className="grid size-30 shrink-0 place-items-center">
        <div
          aria-hidden
          className={`grid place-items-center overflow-hidden border-2 border-line-strong ${ground}`}
          style={{
            width: w,
            height: h,
            ...(file.fit !== 'inside' && file.pad === 'colour' && { background: `#${file.padColour}` }),
          }}
        >
          <div className="grid place-items-center bg-film" style={photo}>
            <div className="h-1/2 w-2/3 rounded-md bg-signal" />
          </div>
        </div>
      </div>
      <p className="text-sm text-ink-soft">{WORDS[file.fit]}</p>
    </div>
  );
}

const WORDS = {
  inside: 'Forma fotografiei rămâne: se micșorează până încape. Fișierul are cel mult mărimea aceasta.',
  contain: 'Fotografia se vede toată, iar ce rămâne până la mărimea cerută se umple cu margini.',
  cover: 'Fotografia umple tot cadrul, iar ce trece de margini se taie.',
};
