import { useMutation } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { removeAvatar, type UserDocument, uploadAvatar } from '#contract/users.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { ACCEPTED_FILES } from '#domain/photos/limits.ts';
import { AVATAR_MAX_BYTES } from '#domain/users/avatar.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { ME } from '#web/api/queries/keys.ts';
import { getInitials } from '#web/text/initials.ts';
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
        initials={getInitials(user.displayName, user.email)}
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

type Change = { readonly file: File } | 'remove';

/** The sentence of a picture that is refused at once, or null. */
function immediateRefusal(file: File): string | null {
  if (file.size === 0) return errorSentence('photos/empty');
  const limit = AVATAR_MAX_BYTES;
  return file.size > limit ? errorSentence('photos/too-large-file', { limit }) : null;
}

/** Changes the own picture. `preview` is what was chosen, until the server has it or has refused it. */
function useAvatar() {
  const [preview, setPreview] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview]);
  const mutation = useMutation({
    mutationFn: (change: Change) =>
      change === 'remove' ? call(removeAvatar, {}) : call(uploadAvatar, {}, { file: change.file }),
    meta: { silent: true },
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess: (user, _change, _result, { client }) => void putDocument(client, ME, user),
    onError: (error) => setRefusal(errorMessage(error)),
    onSettled: () => setPreview(null),
  });
  const change = (wanted: Change) => {
    if (mutation.isPending) return;
    const refused = wanted === 'remove' ? null : immediateRefusal(wanted.file);
    setRefusal(refused);
    if (refused !== null) return mutation.reset();
    if (wanted !== 'remove') setPreview(URL.createObjectURL(wanted.file));
    mutation.mutate(wanted);
  };
  return {
    preview,
    refusal,
    busy: mutation.isPending,
    done: mutation.isSuccess,
    last: mutation.variables,
    change,
  };
}
