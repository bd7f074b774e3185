import { useMutation, useQueryClient } from '@tanstack/react-query';
import { beginAnaf, checkAnaf, disconnectAnaf } from '#contract/admin/admin-anaf.ts';
import { call } from '#web/api/call.ts';
import { ANAF } from '#web/features/admin/books/use-anaf.ts';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** Sends the browser to ANAF's page, from which it comes back here. */
export function useBeginAnaf() {
  return useMutation({
    mutationFn: () => call(beginAnaf, {}),
    // Nothing of this page is left to do.
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

/** Asks ANAF now; the answer is the state that the page shows. */
export function useCheckAnaf() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(checkAnaf, {}),
    onSuccess: (connection) => {
      client.setQueryData(ANAF, connection);
      if (connection.state === 'connected')
        showToast({ text: 'ANAF răspunde, iar certificatul are dreptul.' });
    },
    onError: () => client.invalidateQueries({ queryKey: ANAF }),
  });
}

export function useDisconnectAnaf(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => call(disconnectAnaf, { body: { reason } }),
    meta: { silent: true },
    onSuccess: (connection) => {
      client.setQueryData(ANAF, connection);
      void client.invalidateQueries({ queryKey: [AUDIT_LOG] });
      showToast({ text: 'ANAF este deconectat.' });
      onDone();
    },
    onError: () => client.invalidateQueries({ queryKey: ANAF }),
  });
}
