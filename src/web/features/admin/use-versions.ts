import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ACTS } from '#web/features/admin/user-words.ts';
import { showToast } from '#web/ui/toast.ts';

/** The versions of plans or presets, what is being given a new one, and what follows once it is there. */
export function useVersions<R>(name: string, read: (signal: AbortSignal) => Promise<R>) {
  const client = useQueryClient();
  const [editing, setEditing] = useState<string | null>(null);
  const queryKey = [name];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    staleTime: 0,
  });
  const onAdded = (versions: R) => {
    client.setQueryData(queryKey, versions);
    void client.invalidateQueries({ queryKey: [ACTS] });
    showToast({ text: editing === NEW ? 'Șablonul s-a adăugat.' : 'Versiunea s-a adăugat.' });
    setEditing(null);
  };
  return { data, error, onRetry: () => void refetch(), editing, setEditing, onAdded };
}

/** No version of anything there is. */
export const NEW = '';
