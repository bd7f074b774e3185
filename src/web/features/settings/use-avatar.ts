import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { removeAvatar, uploadAvatar } from '#contract/users.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { AVATAR_MAX_BYTES } from '#domain/users/avatar.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { ME } from '#web/api/queries/keys.ts';

type Change = { readonly file: File } | 'remove';

/** The sentence of a picture that is refused at once, or null. */
function refusalAtOnce(file: File): string | null {
  if (file.size === 0) return errorSentence('photos/empty');
  const limit = AVATAR_MAX_BYTES;
  return file.size > limit ? errorSentence('photos/too-large-file', { limit }) : null;
}

/** Changes the own picture. `preview` is what was chosen, until the server has it or has refused it. */
export function useAvatar() {
  const [preview, setPreview] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview]);
  const mutation = useMutation({
    mutationFn: (change: Change) =>
      change === 'remove' ? call(removeAvatar, {}) : call(uploadAvatar, {}, { file: change.file }),
    meta: { silent: true },
    onSuccess: (user, _change, _result, { client }) => void putDocument(client, ME, user),
    onError: (error) => setRefusal(errorMessage(error)),
    onSettled: () => setPreview(null),
  });
  const change = (wanted: Change) => {
    if (mutation.isPending) return;
    const refused = wanted === 'remove' ? null : refusalAtOnce(wanted.file);
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
