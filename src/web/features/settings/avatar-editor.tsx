import clsx from 'clsx';
import type { UserDocument } from '#contract/users.ts';
import { ACCEPTED_FILES } from '#domain/photos/limits.ts';
import { useAvatar } from '#web/features/settings/use-avatar.ts';
import { initials } from '#web/text/initials.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { FilePicker } from '#web/ui/fields/file-picker.tsx';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { useWindowDrop } from '#web/ui/use-window-drop.ts';

/** The own picture: chosen or dropped here, seen at once, sent by itself. */
export function AvatarEditor({ user }: { user: UserDocument }) {
  const { preview, refusal, busy, done, last, change } = useAvatar();
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) change({ file });
  };
  const over = useWindowDrop((event) => take(event.dataTransfer?.files));
  const news = last === 'remove' ? 'Fotografia de profil e ștearsă.' : 'Fotografia de profil e schimbată.';
  return (
    <section
      aria-label="Fotografia de profil"
      className={clsx(
        'flex flex-wrap items-center gap-x-5 gap-y-3 rounded-3xl border-2 border-dashed p-4',
        over ? 'border-signal bg-signal-wash' : 'border-line',
      )}
    >
      <Avatar
        src={preview ?? user.photoURL}
        initials={initials(user.displayName, user.email)}
        className={clsx('size-20 text-3xl sm:size-24', busy && 'opacity-60')}
      />
      <div className="min-w-0 flex-1 basis-44">
        <div className="flex flex-wrap gap-2">
          <FilePicker
            look={buttonClass({ look: 'quiet', small: true })}
            accept={ACCEPTED_FILES}
            onChange={({ currentTarget }) => {
              take(currentTarget.files);
              currentTarget.value = '';
            }}
          >
            {user.photoURL === null ? 'Adaugă o fotografie' : 'Schimbă fotografia'}
          </FilePicker>
          {user.photoURL !== null && (
            <Button look="bare" small busy={busy} onClick={() => change('remove')}>
              Șterge fotografia
            </Button>
          )}
        </div>
        <p className="mt-2 text-sm text-ink-soft">
          <span className="max-sm:hidden">Alege una sau trage-o aici: </span>JPG, PNG, WebP, AVIF sau HEIC,
          cel mult 10&nbsp;MB. O tăiem pătrat, din mijloc.
        </p>
        <p role="status" className="text-sm font-medium empty:hidden">
          {busy ? 'Se trimite…' : done && refusal === null && news}
        </p>
        <p role="alert" className="text-sm font-medium text-danger empty:hidden">
          {refusal}
        </p>
      </div>
    </section>
  );
}
