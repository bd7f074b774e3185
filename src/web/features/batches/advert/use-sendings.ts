import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { listSendings, Sending, SentPicture } from '#contract/adverts/sendings.ts';
import { beginSending, readAdvert, stopSending } from '#contract/adverts/sendings.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { sendingsQuery } from '#web/features/batches/advert/advert-queries.ts';

export interface AskedSending {
  readonly connectionId: string;
  readonly advertId: string;
  readonly seen: string;
  readonly pictures: readonly SentPicture[];
  readonly withoutUndo?: boolean;
}

/** Begins sendings of a lot, puts former pictures back, and gives up what is not sent yet. */
export function useSendings(batchId: string, onBegun: (sending: Sending) => void) {
  const client = useQueryClient();
  // One key until it has begun: a second press after a lost answer is the same sending.
  const [key, setKey] = useState(newKey);
  const { queryKey } = sendingsQuery(batchId);
  const keep = (sending: Sending) =>
    client.setQueryData<ReplyOf<typeof listSendings>>(queryKey, (known) => ({
      sendings: [sending, ...(known?.sendings ?? []).filter(({ id }) => id !== sending.id)],
    }));
  const send = ({ pictures, ...asked }: AskedSending) =>
    call(beginSending, { body: { batchId, ...asked, pictures: [...pictures] } }, { idempotencyKey: key });
  const onSuccess = (sending: Sending) => {
    setKey(newKey());
    keep(sending);
    onBegun(sending);
  };
  const begin = useMutation({ mutationFn: send, onSuccess });
  const undo = useMutation({
    mutationFn: async ({ connectionId, advert, former }: Sending) => {
      if (connectionId === null) throw new Error('the account is not linked');
      const params = { connectionId, advertId: advert.id };
      const { seen } = await call(readAdvert, { params });
      const pictures = former.map((id) => ({ former: id }));
      return send({ ...params, seen, pictures });
    },
    onSuccess,
  });
  const stop = useMutation({
    mutationFn: (sendingId: string) => call(stopSending, { params: { sendingId } }),
    onSuccess: keep,
  });
  return { begin, undo, stop };
}
