import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserFile } from '#contract/admin/admin-users.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { AUDIT_LOG, USERS, userFileKey } from '#web/features/admin/shared/user-words.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** Returns a mutation for one decision about an account: its reply is shown at once, every list about the account is read again. */
export function useAdminUserMutation(
  userId: string,
  act: (reason: string) => Promise<UserFile>,
  said: string,
) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    meta: { silent: true },
    onSuccess: (file) => {
      client.setQueryData(userFileKey(userId), file);
      for (const queryKey of [[USERS], [AUDIT_LOG], ['admin-user-lists', userId]])
        void client.invalidateQueries({ queryKey });
      showToast({ text: said });
    },
    onError: (error) => {
      showToast({ text: errorMessage(error), negative: true });
      void client.invalidateQueries({ queryKey: userFileKey(userId) });
    },
  });
  return { decide: mutate, isBusy: isPending };
}
