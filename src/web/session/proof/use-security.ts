import { useQuery } from '@tanstack/react-query';
import { readSecurity } from '#contract/security.ts';
import type { UserDocument } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';

/** The ways into the account; read anew when the user document changes. */
export function useSecurity({ rev }: UserDocument) {
  return useQuery({
    queryKey: [...keys.security, rev],
    queryFn: ({ signal }) => call(readSecurity, {}, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
  });
}
