import { Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { Guarded } from '#web/guarded.tsx';
import { Errors } from '#web/pages/error-page.tsx';
import { Root } from '#web/pages/layout/root.tsx';
import { Splash } from '#web/pages/layout/splash.tsx';
import { NotFoundPage } from '#web/pages/not-found-page.tsx';
import { fetchView } from '#web/pages/process-views.ts';
import { fetched } from '#web/ui/fetched.tsx';

const AuthPage = fetched(async () => (await import('#web/pages/auth-page.tsx')).AuthPage);
const Layout = fetched(async () => (await import('#web/pages/layout/layout.tsx')).Layout);
const PricingPage = fetched(async () => (await import('#web/pages/pricing-page.tsx')).PricingPage);
const UploadPage = fetched(async () => (await import('#web/pages/upload-page.tsx')).UploadPage);
const SettingsPage = fetched(async () => (await import('#web/pages/settings-page.tsx')).SettingsPage);
const TestImagePage = fetched(async () => (await import('#web/pages/test-image-page.tsx')).TestImagePage);
const DebugAdminPage = fetched(async () => (await import('#web/pages/debug-admin-page.tsx')).DebugAdminPage);
const ProcessPage = fetched(async () => {
  fetchView();
  return (await import('#web/pages/process-page.tsx')).ProcessPage;
});
const PaymentReturnPage = fetched(
  async () => (await import('#web/pages/payment-return-page.tsx')).PaymentReturnPage,
);
const AdminLayout = fetched(async () => (await import('#web/pages/admin/admin-layout.tsx')).AdminLayout);
const AdminDashboardPage = fetched(
  async () => (await import('#web/pages/admin/dashboard-page.tsx')).AdminDashboardPage,
);
const AdminUsersPage = fetched(async () => (await import('#web/pages/admin/users-page.tsx')).AdminUsersPage);
const AdminUserPage = fetched(async () => (await import('#web/pages/admin/user-page.tsx')).AdminUserPage);
const AdminAnalyticsPage = fetched(
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
    <Errors at={key}>
      <Suspense fallback={<Splash />}>
        <Routes>{TABLE}</Routes>
      </Suspense>
    </Errors>
  );
}
