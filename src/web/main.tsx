import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followFailedReads } from '#web/api/failed-reads.ts';
import { followDownloads } from '#web/api/follow-downloads.ts';
import { followLimits } from '#web/api/queries/follow-limits.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { watchNetwork } from '#web/api/reachability.ts';
import { followVersions } from '#web/new-version.ts';
import { Router } from '#web/router.tsx';
import { currentUser, initialiseAuth } from '#web/session/auth.ts';
import { backFromGoogle } from '#web/session/google/google-return.ts';
import { takeMailLink } from '#web/session/mail-link.ts';
import { listenToOtherTabs, notifyOtherTabs } from '#web/session/other-tabs.ts';
import { hearChoices, measureFirstLogin } from '#web/shared/consent/consent.ts';
import { followSession } from '#web/shared/follow-session.ts';
import { Toasts } from '#web/ui/layers/toasts.tsx';
import './app.css';

takeMailLink();
watchNetwork(window);
followFailedReads(queryClient);
followLimits(queryClient);
listenToOtherTabs();
hearChoices();
followSession();
followVersions();
followDownloads(document);
void initialiseAuth().then(() => {
  const [purpose, user] = [backFromGoogle(), currentUser()];
  if (purpose === null || user === null) return;
  notifyOtherTabs('in');
  if (purpose === 'sign-in') measureFirstLogin(user);
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <Router />
          <Toasts />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
