import type { UserDocument } from '#contract/users.ts';
import { type Choice, GoogleVisitor } from '#testing/accounts/google-visitor.ts';
import { type TestServer, testServer } from '#testing/server.ts';

/** A whole server with the program that stands in for Google, and people who come by it. */
export interface GoogleServer extends TestServer {
  /** Through the provider and back; returns where it ended. */
  arrive(choice: Choice, by?: Way): Promise<Arrived>;
  /** The same, stopped before our own callback is opened. */
  comeBack(choice: Choice, by?: Way): Promise<{ visitor: GoogleVisitor; callback: URL }>;
  start(visitor: GoogleVisitor, by?: Way): Promise<URL>;
  /** The user document of the account signed in in this browser; null when signed out. */
  whoIs(visitor: GoogleVisitor): Promise<UserDocument | null>;
}

interface Way {
  readonly visitor?: GoogleVisitor;
  readonly mode?: 'popup' | 'redirect';
  readonly redirect?: string;
  /** To sign in unless it says otherwise. */
  readonly purpose?: 'prove' | 'link';
}

interface Arrived {
  readonly visitor: GoogleVisitor;
  /** The address the callback leads to, from its path on. */
  readonly landing: string;
  readonly headers: Headers;
}

export async function googleServer(env: Record<string, string> = {}): Promise<GoogleServer> {
  const server = await testServer({ GOOGLE_ISSUER: 'stand-in', ...env });
  const start = async (visitor: GoogleVisitor, { mode = 'redirect', redirect, purpose }: Way = {}) => {
    const query = new URLSearchParams({
      mode,
      ...(redirect !== undefined && { redirect }),
      ...(purpose !== undefined && { purpose }),
    });
    const { headers } = await visitor.sendOneRequest(`${server.url}/api/auth/google/start?${query}`);
    return new URL(headers.get('location') ?? '', server.url);
  };
  const comeBack = async (choice: Choice, way: Way = {}) => {
    const { visitor = new GoogleVisitor() } = way;
    return { visitor, callback: await visitor.chooseAccount(await start(visitor, way), choice) };
  };
  return {
    ...server,
    start,
    comeBack,
    arrive: async (choice, way) => {
      const { visitor, callback } = await comeBack(choice, way);
      const { headers } = await visitor.sendOneRequest(callback);
      return { visitor, landing: headers.get('location') ?? '', headers };
    },
    whoIs: async (visitor) => {
      const client = server.client();
      client.cookie = `sid=${visitor.cookies.get('sid')}`;
      const response = await client.fetch('/api/users/me');
      return response.ok ? await response.json() : null;
    },
  };
}
