import { isAdmin } from '#domain/users/user-document.ts';
import { useUser } from '#web/session/use-user.ts';

/**
 * What the viewer of a part of the admins' pages may do: an admin decides; a holder of a narrow right reads the same parts in the settings.
 * The paths lead to an order and an account where the viewer finds them.
 */
interface Viewer {
  readonly isAdmin: boolean;
  /** May take away the documents that ANAF signed. */
  readonly readsBooks: boolean;
  orderPath(orderId: string): string;
  userPath(userId: string): string;
}

const ADMIN: Viewer = {
  isAdmin: true,
  readsBooks: true,
  orderPath: (orderId) => `/admin/dashboard?order=${orderId}`,
  userPath: (userId) => `/admin/users/${userId}`,
};

const HOLDER: Viewer = {
  isAdmin: false,
  readsBooks: false,
  orderPath: (orderId) => `/settings?order=${orderId}#support`,
  userPath: (userId) => `/settings?account=${userId}#support`,
};

export function useViewer(): Viewer {
  const user = useUser();
  if (user !== null && isAdmin(user)) return ADMIN;
  return { ...HOLDER, readsBooks: user?.rights?.includes('accountant') ?? false };
}
