import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { queryClient } from '#web/api/query-client.ts';
import { watchNetwork } from '#web/api/reachability.ts';
import { createRouter } from '#web/router.tsx';
import { currentUser, identity, initialiseAuth } from '#web/session/auth.ts';
import { isBackFromGoogle } from '#web/session/google-return.ts';
import { takeMailLink } from '#web/session/mail-link.ts';
import { listenToOtherTabs, tellOtherTabs } from '#web/session/other-tabs.ts';
import { Toasts } from '#web/ui/toasts.tsx';
import './app.css';

takeMailLink();
watchNetwork(window);
listenToOtherTabs();
void initialiseAuth().then(() => {
  if (isBackFromGoogle() && currentUser() !== null) tellOtherTabs('in');
});
const router = createRouter();
identity.subscribe(() => void router.revalidate());

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
