import {
  createBrowserRouter,
  type MiddlewareFunction,
  type RouteObject,
  redirect,
  useParams,
} from 'react-router';
import type { UserDocument } from '#contract/users.ts';
import { type Access, judge, waitForAuth } from '#web/guard.ts';
import { ErrorPage } from '#web/pages/error-page.tsx';
import { Root } from '#web/pages/layout/root.tsx';
import { Splash } from '#web/pages/layout/splash.tsx';
import { NotFoundPage } from '#web/pages/not-found-page.tsx';
import { currentUser, isAuthSettled } from '#web/session/auth.ts';
import { showToast } from '#web/ui/toast.ts';

type AppRouter = ReturnType<typeof createBrowserRouter>;
/** Guards run before createBrowserRouter returns, so they may find it null. */
let router: AppRouter | null = null;
/** Once the wait was in vain, the pages after it do not wait again. */
let gaveUp = false;

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** The request carries no hash: it is the pending navigation's, or the address bar's on a first load. */
function fullPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname}${search}${(router?.state.navigation.location ?? window.location).hash}`;
}

/** Fetched with the first look at /admin; from then on the rights are checked again when the live role changes. */
async function adminRights(user: UserDocument) {
  const [{ rightsOf }, { followRole }] = await Promise.all([
    import('#web/session/claims.ts'),
    import('#web/session/follow-role.ts'),
  ]);
  followRole(() => void router?.revalidate());
  return rightsOf(user);
}

const only = (access: Access): MiddlewareFunction[] => [
  async ({ request }, next) => {
    if (!gaveUp) gaveUp = !(await waitForAuth(isAuthSettled, sleep));
    const user = currentUser();
    const rights = user && access === 'admin' ? await adminRights(user) : user;
    const verdict = judge(access, rights, fullPath(request));
    // The session that arrives revalidates: of the two runs that found nobody, only the one that counts speaks.
    if (verdict.notice && !request.signal.aborted) showToast({ text: verdict.notice, negative: true });
    if (verdict.redirect !== null) throw redirect(verdict.redirect);
    return next();
  },
];

type Page = React.ComponentType;
/** Every page has a loader, so that the guards above it run on every navigation. */
const page = (path: string, load: () => Promise<Page>): RouteObject => ({
  path,
  loader: () => null,
  lazy: { Component: load },
});
const kept = (path: string): RouteObject => ({ path, loader: () => null, element: null });
const auth = async () => (await import('#web/pages/auth-page.tsx')).AuthPage;

const routes: RouteObject[] = [
  { path: '/', loader: () => redirect('/login') },
  {
    middleware: only('guest'),
    children: [page('/login', auth), page('/register', auth)],
  },
  {
    lazy: { Component: async () => (await import('#web/pages/layout/layout.tsx')).Layout },
    children: [
      page('/pricing', async () => (await import('#web/pages/pricing-page.tsx')).PricingPage),
      {
        middleware: only('user'),
        children: [
          page('/upload', async () => (await import('#web/pages/upload-page.tsx')).UploadPage),
          kept('/gallery'),
          kept('/dashboard'),
          page('/settings', async () => (await import('#web/pages/settings-page.tsx')).SettingsPage),
          page('/test-image', async () => (await import('#web/pages/test-image-page.tsx')).TestImagePage),
          page('/debug-admin', async () => (await import('#web/pages/debug-admin-page.tsx')).DebugAdminPage),
          page('/process/:batchId', async () => (await import('#web/pages/process-page.tsx')).ProcessPage),
          page(
            '/payments/netopia/return',
            async () => (await import('#web/pages/payment-return-page.tsx')).PaymentReturnPage,
          ),
        ],
      },
    ],
  },
  {
    path: '/admin',
    middleware: only('admin'),
    loader: () => null,
    lazy: { Component: async () => (await import('#web/pages/admin/admin-layout.tsx')).AdminLayout },
    children: [
      { index: true, loader: () => redirect('/admin/dashboard') },
      page('dashboard', async () => (await import('#web/pages/admin/dashboard-page.tsx')).AdminDashboardPage),
      page('users', async () => (await import('#web/pages/admin/users-page.tsx')).AdminUsersPage),
      page('users/:userId', async () => {
        const { AdminUserPage } = await import('#web/pages/admin/user-page.tsx');
        return () => <AdminUserPage userId={useParams().userId ?? ''} />;
      }),
      page('analytics', async () => (await import('#web/pages/admin/analytics-page.tsx')).AdminAnalyticsPage),
    ],
  },
  { path: '*', Component: NotFoundPage },
];

export function createRouter(): AppRouter {
  router = createBrowserRouter([
    { Component: Root, HydrateFallback: Splash, ErrorBoundary: ErrorPage, children: routes },
  ]);
  return router;
}
