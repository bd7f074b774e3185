import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { Guarded } from '#web/guarded.tsx';
import { Errors } from '#web/pages/error-page.tsx';
import { Root } from '#web/pages/layout/root.tsx';
import { Splash } from '#web/pages/layout/splash.tsx';
import { NotFoundPage } from '#web/pages/not-found-page.tsx';
import { fetchView } from '#web/pages/process-views.ts';

const failed = new Set<() => void>();

/** A page fetched when it is first opened; one that could not be fetched is tried again the next time. */
function page<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  const fetched = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        failed.add(() => {
          Page = fetched();
        });
        throw error;
      }
    });
  let Page = fetched();
  return (props) => <Page {...props} />;
}

/** Only once the error is on the screen: what React draws twice must fail twice. */
function forgetFailures(): void {
  for (const forget of failed) forget();
  failed.clear();
}

const AuthPage = page(async () => (await import('#web/pages/auth-page.tsx')).AuthPage);
const Layout = page(async () => (await import('#web/pages/layout/layout.tsx')).Layout);
const PricingPage = page(async () => (await import('#web/pages/pricing-page.tsx')).PricingPage);
const UploadPage = page(async () => (await import('#web/pages/upload-page.tsx')).UploadPage);
const SettingsPage = page(async () => (await import('#web/pages/settings-page.tsx')).SettingsPage);
const TestImagePage = page(async () => (await import('#web/pages/test-image-page.tsx')).TestImagePage);
const DebugAdminPage = page(async () => (await import('#web/pages/debug-admin-page.tsx')).DebugAdminPage);
const ProcessPage = page(async () => {
  fetchView();
  return (await import('#web/pages/process-page.tsx')).ProcessPage;
});
const PaymentReturnPage = page(
  async () => (await import('#web/pages/payment-return-page.tsx')).PaymentReturnPage,
);
const AdminLayout = page(async () => (await import('#web/pages/admin/admin-layout.tsx')).AdminLayout);
const AdminDashboardPage = page(
  async () => (await import('#web/pages/admin/dashboard-page.tsx')).AdminDashboardPage,
);
const AdminUsersPage = page(async () => (await import('#web/pages/admin/users-page.tsx')).AdminUsersPage);
const AdminUserPage = page(async () => (await import('#web/pages/admin/user-page.tsx')).AdminUserPage);
const AdminAnalyticsPage = page(
  async () => (await import('#web/pages/admin/analytics-page.tsx')).AdminAnalyticsPage,
);

function UserOfThePath() {
  return <AdminUserPage userId={useParams().userId ?? ''} />;
}

/** The whole table of routes. The kept pages live in the layout: their routes show nothing of their own. Guard and layout stand at
 * the same depth wherever they are, so that React keeps them, and the pages in them, from one branch to the next. */
const TABLE = (
  <Route element={<Root />}>
    <Route path="/" element={<Navigate to="/login" replace />} />
    <Route element={<Guarded access="guest" />}>
      <Route path="/login" element={<AuthPage />} />
      <Route path="/register" element={<AuthPage />} />
    </Route>
    <Route element={<Guarded access="anyone" />}>
      <Route element={<Layout />}>
        <Route path="/pricing" element={<PricingPage />} />
      </Route>
    </Route>
    <Route element={<Guarded access="user" />}>
      <Route element={<Layout />}>
        <Route path="/upload" element={<UploadPage />} />
        <Route path="/gallery" element={null} />
        <Route path="/dashboard" element={null} />
        <Route path="/settings" element={<SettingsPage />} />
        <Route path="/test-image" element={<TestImagePage />} />
        <Route path="/debug-admin" element={<DebugAdminPage />} />
        <Route path="/process/:batchId" element={<ProcessPage />} />
        <Route path="/payments/netopia/return" element={<PaymentReturnPage />} />
      </Route>
    </Route>
    <Route path="/admin" element={<Guarded key="admin" access="admin" />}>
      <Route element={<AdminLayout />}>
        <Route index element={<Navigate to="/admin/dashboard" replace />} />
        <Route path="dashboard" element={<AdminDashboardPage />} />
        <Route path="users" element={<AdminUsersPage />} />
        <Route path="users/:userId" element={<UserOfThePath />} />
        <Route path="analytics" element={<AdminAnalyticsPage />} />
      </Route>
    </Route>
    <Route path="*" element={<NotFoundPage />} />
  </Route>
);

export function Router() {
  return (
    <BrowserRouter>
      <Pages />
    </BrowserRouter>
  );
}

function Pages() {
  const { key } = useLocation();
  return (
    <Errors at={key} onShown={forgetFailures}>
      <Suspense fallback={<Splash />}>
        <Routes>{TABLE}</Routes>
      </Suspense>
    </Errors>
  );
}
