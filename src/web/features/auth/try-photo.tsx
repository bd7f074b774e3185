import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { tryPhoto } from '#contract/recipes/try-photo.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { shrinkForTrying } from '#web/features/auth/shrink-for-trying.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { FilePicker } from '#web/ui/fields/file-picker.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { BeforeAfterSlider } from '#web/ui/pictures/before-after-slider.tsx';

interface TryPhotoProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly toRegister: string;
}

interface TryPhotoResult {
  readonly before: string;
  readonly after: string;
  readonly width: number;
  readonly height: number;
}

/** One photo without an account: made smaller here, developed there, kept nowhere. */
export function TryPhoto({ open, onOpenChange, toRegister }: TryPhotoProps) {
  const attempt = useMutation({ meta: { silent: true }, mutationFn: developPhoto });
  const tried = attempt.data ?? null;
  // Another photo would be refused like this one: the account is the way on.
  const isSpent = attempt.error instanceof ApiError && attempt.error.code === 'photos/try-limit';
  useEffect(() => {
    if (tried === null) return;
    return () => [tried.before, tried.after].forEach((url) => void URL.revokeObjectURL(url));
  }, [tried]);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Probează fără cont"
      description="O poză de-a ta: o micșorăm aici, o pregătim pe server și o uităm. Nu păstrăm nimic."
      sheet
    >
      <div className="mt-4 flex flex-col gap-4">
        {tried && (
          <>
            <div
              className="mx-auto max-h-[50dvh] w-full overflow-hidden rounded-2xl bg-film"
              style={{
                aspectRatio: `${tried.width} / ${tried.height}`,
                maxWidth: `calc(50dvh * ${tried.width / tried.height})`,
              }}
            >
              <BeforeAfterSlider
                before={<img src={tried.before} alt="Poza ta, așa cum e" />}
                after={<img src={tried.after} alt="Poza ta, pregătită" />}
              />
            </div>
            <p className="text-sm text-ink-soft">
              Lumina și orizontul, cu rețeta cu care începe oricine. E mică și are semn de probă; cu un cont
              iese întreagă, fără semn, și poți schimba și fundalul.
            </p>
          </>
        )}
        <p role="status" className="text-ink-soft empty:hidden">
          {attempt.isPending && 'Se pregătește…'}
        </p>
        {attempt.error && <p role="alert">{errorMessage(attempt.error)}</p>}
        {(tried || isSpent) && (
          <Link to={toRegister} className={buttonClass({ wide: true })}>
            Sunt nou – fă-ți cont
          </Link>
        )}
        <FilePicker
          look={buttonClass({ wide: true, look: tried || isSpent ? 'quiet' : 'primary' })}
          accept="image/*"
          disabled={attempt.isPending}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (file) attempt.mutate(file);
          }}
        >
          {tried ? 'Alege altă poză' : 'Alege o poză'}
        </FilePicker>
      </div>
    </Dialog>
  );
}

async function developPhoto(file: File): Promise<TryPhotoResult> {
  const smaller = await shrinkForTrying(file);
  if (smaller === null)
    throw new Error('Browserul tău nu poate citi fișierul acesta. Alege o poză JPG sau PNG.');
  const { before, after } = await call(tryPhoto, {}, { file: smaller });
  const blob = pictureIn(after);
  const { width, height } = await createImageBitmap(blob);
  return { before: URL.createObjectURL(pictureIn(before)), after: URL.createObjectURL(blob), width, height };
}

function pictureIn(base64: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: 'image/jpeg' });
}
