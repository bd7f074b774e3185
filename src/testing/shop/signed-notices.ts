import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { netopiaPayments } from '#server/adapters/payments/netopia.ts';

/** Signs notifications as the card provider does: RS512 over a token whose `sub` is the hash of the very bytes. */
export interface NoticeSigner {
  readonly posSignature: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  notice(said: {
    orderId: string;
    ntpId: string;
    status: number;
    /** Lei; 50 unless told. */
    amount?: number;
    currency?: string;
    message?: string;
  }): { body: Buffer; headers: Record<string, string> };
  /** The token over these bytes. */
  token(body: Buffer): string;
}

/** With a key of its own, or the one of a simulator that has begun already (PEM). */
export function netopiaSigner(known?: { privateKey: string; posSignature: string }): NoticeSigner {
  const privateKey = known
    ? createPrivateKey(known.privateKey)
    : generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const posSignature = known?.posSignature ?? '1ABC-2DEF-3GHI-4JKL-5MNO';
  const token = (body: Buffer) => {
    const sub = createHash('sha512').update(body).digest('base64');
    const text = [
      { typ: 'JWT', alg: 'RS512' },
      { iss: 'NETOPIA Payments', aud: [posSignature], sub },
    ]
      .map(encodeTokenPart)
      .join('.');
    return `${text}.${sign('sha512', Buffer.from(text), privateKey).toString('base64url')}`;
  };
  return {
    posSignature,
    privateKey,
    publicKey: createPublicKey(privateKey),
    token,
    notice: ({ orderId, ntpId, status, amount = 50, currency = 'RON', message = '' }) => {
      const body = Buffer.from(
        JSON.stringify({
          payment: { status, ntpID: ntpId, amount, currency, code: '00', message },
          order: { orderID: orderId },
        }),
      );
      return { body, headers: { 'content-type': 'application/json', 'verification-token': token(body) } };
    },
  };
}

export const encodeTokenPart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** The real adapter, which takes what the signer signs and can ask nothing: no one listens at its address. */
export function buildSignedPayments({ posSignature, publicKey }: NoticeSigner, now: () => Date) {
  return netopiaPayments({
    mode: 'simulator',
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'not asked',
    posSignature,
    trustedKeys: [publicKey],
    now,
    statusRetriesMs: [],
  });
}
