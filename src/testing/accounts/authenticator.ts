import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { addPasskey, beginPasskey, type PasskeyJson } from '#contract/account/passkeys.ts';
import { Client } from '#testing/server.ts';

/** The same browser by the name of this machine: an address of numbers has no passkeys. */
export function byName<C extends Client>(client: C): C {
  const url = client.url.replace('127.0.0.1', 'localhost');
  return Object.assign(Object.create(Client.prototype), client, { url });
}

/** What an answer says otherwise than it should. */
interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  /** True when neither finger nor PIN was asked for. */
  readonly isUnverified?: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest();
const asText = (bytes: Buffer) => bytes.toString('base64url');

/** An authenticator of WebAuthn in a browser that shows the site at `origin`: one passkey, ES256, attestation „none”. */
export class Authenticator {
  /** Signatures made so far; with `counts` false it says 0. */
  counter = 0;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(16);
  readonly #origin: string;
  readonly #counts: boolean;

  constructor(origin: string, counts = true) {
    this.#origin = origin;
    this.#counts = counts;
  }

  /** Makes its passkey. */
  make(options: PasskeyJson, lies: Lies = {}): PasskeyJson {
    const rp = options.rp as { id: string };
    const head = this.#head({ rpId: rp.id, ...lies }, WITH_KEY);
    const length = Buffer.from([0, this.#id.length]);
    const data = Buffer.concat([head, Buffer.alloc(16), length, this.#id, this.#coseKey()]);
    // A map of three in CBOR: the format, its empty statement, and the bytes.
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...['fmt', 'none', 'attStmt'].map(cborText),
      Buffer.from([0xa0]),
      cborText('authData'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#answer({
      clientDataJSON: asText(this.#clientData('webauthn.create', options, lies)),
      attestationObject: asText(attestationObject),
      transports: ['internal'],
    });
  }

  /** Signs what it is asked to. */
  show(options: PasskeyJson, lies: Lies = {}): PasskeyJson {
    if (this.#counts) this.counter += 1;
    const head = this.#head({ rpId: String(options.rpId), ...lies }, 0);
    const clientData = this.#clientData('webauthn.get', options, lies);
    return this.#answer({
      clientDataJSON: asText(clientData),
      authenticatorData: asText(head),
      signature: asText(sign('sha256', Buffer.concat([head, hash(clientData)]), this.#keys.privateKey)),
    });
  }

  #answer(response: object): PasskeyJson {
    const id = asText(this.#id);
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #clientData(type: string, options: PasskeyJson, { origin, challenge }: Lies): Buffer {
    const said = { challenge: challenge ?? options.challenge, origin: origin ?? this.#origin };
    return Buffer.from(JSON.stringify({ type, ...said, crossOrigin: false }));
  }

  #head({ rpId = '', counter = this.counter, isUnverified = false }: Lies, more: number): Buffer {
    const flags = PRESENT | (isUnverified ? 0 : VERIFIED) | more;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([hash(rpId), tail]);
  }

  /** Its public key, as COSE writes ES256. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ]);
  }
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

/** Adds a passkey to a verified account; the session must be proven. Returns what holds it, and the recovery codes that come with it. */
export async function addNewPasskey(
  client: Client,
  { name = 'Telefon', counts = true }: { name?: string; counts?: boolean } = {},
): Promise<{ authenticator: Authenticator; codes: string[] }> {
  const authenticator = new Authenticator(client.url, counts);
  const { options } = await client.call(beginPasskey, {});
  const { codes } = await client.call(addPasskey, { body: { name, response: authenticator.make(options) } });
  return { authenticator, codes };
}
