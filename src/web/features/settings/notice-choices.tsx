import { useMutation } from '@tanstack/react-query';
import { type UserDocument, updateMe } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { ME } from '#web/api/queries/keys.ts';
import { allowNotices, refuseNotices, useNotices } from '#web/shared/browser-storage/notices.ts';
import { Switch } from '#web/ui/fields/switch.tsx';

/** Chooses notices about batches that took minutes: by mail, set for the account; by this browser, set for it alone. */
export function NoticeChoices({ user }: { user: UserDocument }) {
  const choose = useMutation({
    mutationFn: (longRunMails: boolean) => call(updateMe, { body: { longRunMails } }),
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess: (document, _choice, _result, { client }) => void putDocument(client, ME, document),
  });
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <div>
        <Switch
          label="Mail când un lot lung e gata"
          checked={choose.isPending ? choose.variables : user.longRunMails}
          onChange={(isOn) => choose.mutate(isOn)}
        />
        <p className="mt-1 text-sm text-ink-soft">
          {user.emailVerified
            ? 'Numai când procesarea ține peste două minute și n-ai văzut sfârșitul ei.'
            : 'Începem după ce îți confirmi adresa de email.'}
        </p>
      </div>
      <BrowserNotices />
    </div>
  );
}

function BrowserNotices() {
  const notices = useNotices();
  if (notices === 'none') return null;
  return (
    <div>
      <Switch
        label="Notificare în acest browser"
        checked={notices === 'on'}
        disabled={notices === 'blocked'}
        onChange={(isOn) => (isOn ? void allowNotices() : refuseNotices())}
      />
      <p className="mt-1 text-sm text-ink-soft">
        {notices === 'blocked'
          ? 'Notificările de la Fotolot sunt oprite în setările browserului. Permite-le acolo mai întâi.'
          : 'Cât timp Fotolot e deschis într-o filă, chiar dacă te uiți la altceva.'}
      </p>
    </div>
  );
}
