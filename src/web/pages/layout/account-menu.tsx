import { LogOut, Settings, ShieldCheck } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { UserDocument } from '#contract/users.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import { useLeave } from '#web/pages/layout/use-leave.tsx';
import { getInitials } from '#web/text/initials.ts';
import { useDisclosure } from '#web/ui/layers/use-disclosure.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';

export function AccountMenu({ user }: { user: UserDocument }) {
  const navigate = useNavigate();
  const { open, close, boxProps, buttonProps } = useDisclosure();
  const badge = getInitials(user.displayName, user.email);
  const leave = useLeave(() => navigate('/login', { replace: true }));
  return (
    <div {...boxProps} className="relative">
      <button
        {...buttonProps}
        type="button"
        aria-label={`${badge}, contul tău`}
        className="grid place-items-center rounded-full"
      >
        <Avatar
          src={user.photoURL}
          initials={badge}
          className="size-[min(2.5rem,14vw)] text-[min(0.875rem,6vw)]"
        />
      </button>
      {open && (
        <div className="menu absolute top-full right-0 mt-1.5 w-64 max-w-[calc(100vw-2rem)]">
          <p className="truncate px-3 pt-1.5 pb-2 text-sm text-ink-soft">{user.email}</p>
          <Link to="/settings" className="menu-item" onClick={close}>
            <Settings aria-hidden size={18} /> Setări
          </Link>
          {isAdmin(user) && (
            <Link to="/admin" className="menu-item">
              <ShieldCheck aria-hidden size={18} /> Administrare
            </Link>
          )}
          <button type="button" className="menu-item" aria-busy={leave.isLeaving} onClick={leave.press}>
            <LogOut aria-hidden size={18} /> Ieși din cont
          </button>
        </div>
      )}
      {leave.part}
    </div>
  );
}
