import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '#web/api/queries/keys.ts';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** Returns the versions of plans or presets, the one that gets a new version, and the steps after it is added. */
export function useVersions<R>(
  name: string,
  read: (signal: AbortSignal) => Promise<R>,
  drop: (key: string, validFrom: string) => Promise<R>,
) {
  const client = useQueryClient();
  const [editing, setEditing] = useState<string | null>(null);
  const queryKey = [name];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    staleTime: 0,
  });
  const changed = (versions: R, text: string) => {
    client.setQueryData(queryKey, versions);
    for (const other of [[AUDIT_LOG], keys.presets, keys.plans])
      void client.invalidateQueries({ queryKey: other });
    showToast({ text });
  };
  const onAdded = (versions: R) => {
    changed(versions, editing === NEW ? 'Șablonul s-a adăugat.' : 'Versiunea s-a adăugat.');
    setEditing(null);
  };
  const deleted = useMutation({
    mutationFn: ({ key, validFrom }: { key: string; validFrom: string }) => drop(key, validFrom),
    onSuccess: (versions) => changed(versions, 'Versiunea nu mai urmează.'),
  });
  return {
    query,
    editing,
    setEditing,
    onAdded,
    isDropping: deleted.isPending,
    onDrop: (key: string, validFrom: string, then: Then) => deleted.mutate({ key, validFrom }, then),
  };
}

export interface Then {
  readonly onSuccess: () => void;
  readonly onSettled: () => void;
}

/** Key of a new one: no existing version has it. */
export const NEW = '';
