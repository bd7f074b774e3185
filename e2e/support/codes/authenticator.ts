import { TOTP } from 'otpauth';

/** Shows the code of a key as an authenticator app does, some half minutes from now. */
export function showCode(typedKey: string, steps = 0): string {
  const app = new TOTP({ secret: typedKey.replace(/\s/g, '') });
  return app.generate({ timestamp: Date.now() + steps * 30_000 });
}
