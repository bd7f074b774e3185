/** The choice on the stand-in's page: one of its accounts, any other, or none. */
export type Choice =
  | 'cancel'
  | {
      readonly email: string;
      readonly verified?: boolean;
      readonly hd?: string;
      readonly name?: string;
      /** Another number is another account, also with the same address. */
      readonly sub?: string;
    };

export interface Landing {
  readonly status: number;
  readonly url: URL;
  readonly headers: Headers;
}

/** A browser without a screen: keeps cookies, follows redirects, fills in the stand-in's form. */
export class GoogleVisitor {
  readonly cookies = new Map<string, string>();

  /** One request, its redirect not followed. */
  async sendOneRequest(url: URL | string, init: RequestInit = {}): Promise<Landing> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie, ...init.headers } });
    await response.arrayBuffer();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return { status: response.status, url: new URL(response.url), headers: response.headers };
  }

  /** From the provider's address through its page to where it sends the browser back; that address is not opened. */
  async chooseAccount(at: URL, choice: Choice): Promise<URL> {
    const chooser = await this.followRedirects(at, (next) => next.pathname.startsWith('/interaction/'));
    const form = new URLSearchParams();
    if (choice === 'cancel') form.set('cancel', '1');
    else {
      const { verified = true, ...fields } = choice;
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      if (verified) form.set('verified', 'on');
    }
    const { headers } = await this.sendOneRequest(chooser, { method: 'POST', body: form });
    return this.followRedirects(
      new URL(headers.get('location') ?? '', chooser),
      (next) => next.origin !== at.origin,
    );
  }

  /** Follows redirects until one leads to an address that is meant. */
  async followRedirects(from: URL, isMeant: (next: URL) => boolean): Promise<URL> {
    let at = from;
    for (let step = 0; step < 10; step++) {
      const { headers, status } = await this.sendOneRequest(at);
      const location = headers.get('location');
      if (!location) throw new Error(`${status} at ${at.origin}${at.pathname}`);
      at = new URL(location, at);
      if (isMeant(at)) return at;
    }
    throw new Error('redirects without end');
  }
}
