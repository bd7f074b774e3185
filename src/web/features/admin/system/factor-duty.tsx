import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Installation, obligeAdmins } from '#contract/admin/admin-installation.ts';
import { call } from '#web/api/call.ts';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';
import { INSTALLATION } from '#web/features/admin/system/installation-words.ts';
import { Button } from '#web/ui/fields/button.tsx';

/** Whether admins must have a second factor, with the switch. */
export function FactorDuty({ isObliged, without }: Installation['secondFactor']) {
  const client = useQueryClient();
  const oblige = useMutation({
    mutationFn: () => call(obligeAdmins, { body: { isObliged: !isObliged } }),
    onSuccess: (installation) => {
      client.setQueryData(INSTALLATION, installation);
      return client.invalidateQueries({ queryKey: [AUDIT_LOG] });
    },
  });
  return (
    <section aria-label="Verificarea în doi pași a administratorilor" className="mt-6">
      <h3 className="text-lg font-semibold">Verificarea în doi pași</h3>
      <p role="status" className="mt-1 max-w-prose">
        {isObliged ? 'Administratorii intră aici numai cu ea.' : 'Administratorii intră aici și fără ea.'}{' '}
        {countWords(without)}
      </p>
      <div className="mt-3">
        <Button look="quiet" small busy={oblige.isPending} onClick={() => oblige.mutate()}>
          {isObliged ? 'Nu o mai cere' : 'Cere tuturor administratorilor'}
        </Button>
      </div>
    </section>
  );
}

function countWords(without: number): string {
  if (without === 0) return 'O au toți.';
  return without === 1 ? 'Un administrator nu o are.' : `${without} administratori nu o au.`;
}
