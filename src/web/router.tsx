import { Suspense } from 'react';
import {
  BrowserRouter,
  createRoutesFromElements,
  matchRoutes,
  Navigate,
  Route,
  type RouteMatch,
  useLocation,
  useParams,
  useRoutes,
} from 'react-router';
import type { Access } from '#web/guard.ts';
import { Errors } from '#web/pages/error-page.tsx';
import { Root } from '#web/pages/layout/root.tsx';
import { Splash } from '#web/pages/layout/splash.tsx';
import { NotFoundPage } from '#web/pages/not-found-page.tsx';
import { fetchView } from '#web/pages/process/process-views.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';

const AuthPage = createLazyPart(async () => (await import('#web/pages/auth/auth-page.tsx')).AuthPage);
const PricingPage = createLazyPart(async () => (await import('#web/pages/pricing-page.tsx')).PricingPage);
const UploadPage = createLazyPart(async () => (await import('#web/pages/upload-page.tsx')).UploadPage);
const SettingsPage = createLazyPart(async () => (await import('#web/pages/settings-page.tsx')).SettingsPage);
const TestImagePage = createLazyPart(
  async () => (await import('#web/pages/test-image-page.tsx')).TestImagePage,
);
const DebugAdminPage = createLazyPart(
  async () => (await import('#web/pages/debug-admin-page.tsx')).DebugAdminPage,
);
const ProcessPage = createLazyPart(async () => {
  fetchView();
  return (await import('#web/pages/process/process-page.tsx')).ProcessPage;
});
const PaymentReturnPage = createLazyPart(
  async () => (await import('#web/pages/payment-return-page.tsx')).PaymentReturnPage,
);
const AdminLayout = createLazyPart(
  async () => (await import('#web/pages/admin/admin-layout.tsx')).AdminLayout,
);
const AdminDashboardPage = createLazyPart(
  async () => (await import('#web/pages/admin/dashboard-page.tsx')).AdminDashboardPage,
);
const AdminUsersPage = createLazyPart(
  async () => (await import('#web/pages/admin/users-page.tsx')).AdminUsersPage,
);
const AdminUserPage = createLazyPart(
  async () => (await import('#web/pages/admin/user-page.tsx')).AdminUserPage,
);
const AdminAnalyticsPage = createLazyPart(
  async () => (await import('#web/pages/admin/analytics-page.tsx')).AdminAnalyticsPage,
);

function UserOfThePath() {
  return <AdminUserPage userId={useParams().userId ?? ''} />;
}

/** For whom a page is, and whether the main layout's bars stand around it. */
interface RouteHandle {
  readonly access: Access;
  readonly bars: boolean;
}
const handleFor = (access: Access, bars = false): RouteHandle => ({ access, bars });

/** The whole table of routes. The kept pages are Root's: their routes show nothing of their own. */
const TABLE = createRoutesFromElements(
  <>
    <Route path="/" element={<Navigate to="/login" replace />} />
    <Route handle={handleFor('guest')}>
      <Route path="/login" element={<AuthPage />} />
      <Route path="/register" element={<AuthPage />} />
    </Route>
    <Route handle={handleFor('anyone', true)}>
      <Route path="/pricing" element={<PricingPage />} />
    </Route>
    <Route handle={handleFor('user', true)}>
      <Route path="/upload" element={<UploadPage />} />
      <Route path="/gallery" element={null} />
      <Route path="/dashboard" element={null} />
      <Route path="/settings" element={<SettingsPage />} />
      <Route path="/test-image" element={<TestImagePage />} />
      <Route path="/debug-admin" element={<DebugAdminPage />} />
      <Route path="/process/:batchId" element={<ProcessPage />} />
      <Route path="/payments/netopia/return" element={<PaymentReturnPage />} />
    </Route>
    <Route path="/admin" handle={handleFor('admin')} element={<AdminLayout />}>
      <Route index element={<Navigate to="/admin/dashboard" replace />} />
      <Route path="dashboard" element={<AdminDashboardPage />} />
      <Route path="users" element={<AdminUsersPage />} />
      <Route path="users/:userId" element={<UserOfThePath />} />
      <Route path="analytics" element={<AdminAnalyticsPage />} />
    </Route>
    <Route path="*" element={<NotFoundPage />} />
  </>,
);

export function Router() {
  return (
    <BrowserRouter>
      <Pages />
    </BrowserRouter>
  );
}

/** The address as the table spells it: /Pricing/ is /pricing. What stands for a value keeps its letters. */
function toCanonicalPath(pathname: string, matches: readonly RouteMatch[]): string {
  const words = matches.flatMap(({ route }) => (route.path ?? '').split('/').filter(Boolean));
  if (words.includes('*')) return pathname;
  const given = pathname.split('/').filter(Boolean);
  return `/${given.map((word, at) => (words[at]?.startsWith(':') ? word : words[at])).join('/')}`;
}

/** A path whose escapes are no text leads nowhere, whatever it begins with. */
function isReadable(pathname: string): boolean {
  try {
    // The build leaves out a call whose result is not used.
    return decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}

function Pages() {
  const given = useLocation();
  const location = isReadable(given.pathname) ? given : { ...given, pathname: '/%25' };
  const page = useRoutes(TABLE, location);
  const matches = matchRoutes(TABLE, location) ?? [];
  const pathname = toCanonicalPath(location.pathname, matches);
  if (pathname !== location.pathname) {
    const { search, hash, state } = location;
    return <Navigate to={{ pathname, search, hash }} state={state} replace />;
  }
  const [named = handleFor('anyone')] = matches.flatMap(
    ({ route }) => (route.handle as RouteHandle | undefined) ?? [],
  );
  // The inner one leaves the bars and the kept pages where they are; the outer one is for these.
  return (
    <Errors at={location.key}>
      <Suspense fallback={<Splash />}>
        <Root {...named}>
          <Errors at={location.key} isInside={named.bars}>
            {page}
          </Errors>
        </Root>
      </Suspense>
    </Errors>
  );
}
