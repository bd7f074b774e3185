import { useMutation } from '@tanstack/react-query';
import { type UserDocument, updateMe } from '#contract/users.ts';
import type { Theme } from '#domain/users/theme.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { ME } from '#web/api/queries/keys.ts';
import { showTheme } from '#web/shared/browser-storage/theme.ts';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';

const CHOICES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Ca dispozitivul' },
  { value: 'light', label: 'Luminoasă' },
  { value: 'dark', label: 'Întunecată' },
];

/** Chooses the theme: seen at once, kept with the account, so that other devices follow. */
export function ThemeChoice({ user }: { user: UserDocument }) {
  const choose = useMutation({
    mutationFn: (theme: Theme) => call(updateMe, { body: { theme } }),
    onMutate: showTheme,
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess: (document, _theme, _result, { client }) => void putDocument(client, ME, document),
    onError: () => showTheme(user.theme),
  });
  const shown = (choose.isPending && choose.variables) || user.theme;
  return (
    <ChoiceRow label="Temă" value={shown} choices={CHOICES} onChange={(theme) => choose.mutate(theme)} />
  );
}
