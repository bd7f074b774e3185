import type { Page } from '@playwright/test';

/**
 * Gives the page's browser a passkey holder of its own: it asks for no finger and says yes at once. Chromium alone has it.
 */
export async function holdPasskeys(page: Page): Promise<{ countPasskeys(): Promise<number> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    countPasskeys: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
