import { useMutation } from '@tanstack/react-query';
import { sendVerification } from '#contract/auth.ts';
import { call } from '#web/api/call.ts';

/** Asks for another link that verifies the own address; a refusal is a toast. */
export function useResendVerification() {
  return useMutation({ mutationFn: () => call(sendVerification, {}) });
}
