import { ImagePlus } from 'lucide-react';
import { ACCEPTED_FILES } from '#domain/photos/limits.ts';
import { SAMPLES } from '#web/assets/sample-scenes.ts';
import type { TestSubject } from '#web/editor/test-image/use-test-image.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { FilePicker } from '#web/ui/fields/file-picker.tsx';
import { FilmStrip, Frames } from '#web/ui/pictures/film-strip.tsx';
import { Frame } from '#web/ui/pictures/frame.tsx';

interface SubjectStripProps {
  readonly subject: TestSubject;
  /** URL of the user's own picture, for its frame. */
  readonly local: string | null;
  readonly onChoose: (subject: TestSubject) => void;
}

/** Samples as the frames of a strip, and one's own picture as the first. */
export function SubjectStrip({ subject, local, onChoose }: SubjectStripProps) {
  return (
    <FilmStrip label="Pe ce încerci" tight>
      <div className="flex items-start gap-3">
        <FilePicker
          look={`${buttonClass({ look: 'film', small: true })} mt-2.5`}
          accept={ACCEPTED_FILES}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            if (file) onChoose({ kind: 'own', file });
          }}
        >
          <ImagePlus aria-hidden size={16} />
          Poza ta
        </FilePicker>
        <div className="min-w-0 flex-1">
          <Frames label="Scene de probă" interactive>
            {subject.kind === 'own' && (
              <Frame number={0} current note="a ta">
                {local && <img src={local} alt={subject.file.name} className="h-full w-full object-cover" />}
              </Frame>
            )}
            {SAMPLES.map((sample, at) => {
              const current = subject.kind === 'sample' && subject.sample === sample;
              return (
                <Frame key={sample.name} number={at + 1} current={current} note={sample.name.toLowerCase()}>
                  <button
                    type="button"
                    aria-label={sample.name}
                    aria-pressed={current}
                    onClick={() => onChoose({ kind: 'sample', sample })}
                    className="block h-full w-full focus-visible:-outline-offset-3"
                  >
                    <img src={sample.url} alt="" loading="lazy" className="h-full w-full object-cover" />
                  </button>
                </Frame>
              );
            })}
          </Frames>
        </div>
      </div>
    </FilmStrip>
  );
}
