import * as z from 'zod';
import { E_FACTURA_MODES, type EFacturaMode } from '#domain/invoices/hand-in.ts';
import { choiceOrNull, defineText } from './setting-kinds.ts';

/** Settings of how invoices get into RO e-Factura. */
export const E_FACTURA_SETTINGS = z.object({
  EFACTURA_MODE: choiceOrNull(...E_FACTURA_MODES).describe(
    'How invoices get into RO e-Factura: live (sent to ANAF), test (sent to ANAF’s place for trying), stand-in (a local one, for trying), export (admins hand them in from the list „De predat”) or off (it is not there). Live payments have export, others off.',
  ),
  ANAF_CLIENT_ID: defineText().describe('Client id of your application at ANAF; test and live need it.'),
  ANAF_CLIENT_SECRET: defineText().describe('Client secret of that application.'),
});

interface Given extends Readonly<z.infer<typeof E_FACTURA_SETTINGS>> {
  readonly NETOPIA_MODE: string;
  readonly PUBLIC_URL: string | null;
  readonly OPERATOR_NAME: string;
  readonly OPERATOR_CUI: string;
}

/** Returns how invoices get into RO e-Factura. */
export function eFacturaMode({
  EFACTURA_MODE,
  NETOPIA_MODE,
}: Pick<Given, 'EFACTURA_MODE' | 'NETOPIA_MODE'>): EFacturaMode {
  return EFACTURA_MODE ?? (NETOPIA_MODE === 'live' ? 'export' : 'off');
}

/**
 * Returns problems of sending. Only real documents are sent to where they count, and they are sent nowhere else: there they would look
 * handed in while their days run out.
 */
export function eFacturaProblems(config: Given): string[] {
  const { ANAF_CLIENT_ID: id, ANAF_CLIENT_SECRET: secret, NETOPIA_MODE: payments, PUBLIC_URL: url } = config;
  const mode = eFacturaMode(config);
  const of = `EFACTURA_MODE=${mode}`;
  const pair =
    Boolean(id) === Boolean(secret)
      ? []
      : ['ANAF_CLIENT_ID and ANAF_CLIENT_SECRET must both be set, or neither'];
  if (mode === 'off' || mode === 'export') return pair;
  const seller = (['OPERATOR_NAME', 'OPERATOR_CUI'] as const).filter((name) => !config[name]);
  const isAnaf = mode !== 'stand-in';
  return [
    ...pair,
    ...seller.map((name) => `${name} is missing for ${of}: the documents are the seller’s`),
    ...(isAnaf && !id && !secret ? [`ANAF_CLIENT_ID and ANAF_CLIENT_SECRET are missing for ${of}`] : []),
    ...(isAnaf && !url?.startsWith('https:')
      ? [`PUBLIC_URL must be an https address for ${of}: ANAF sends browsers back to no other`]
      : []),
    ...(mode === 'live' && payments !== 'live'
      ? [`${of} needs NETOPIA_MODE=live: documents of trials are never sent`]
      : []),
    ...(mode !== 'live' && payments === 'live'
      ? [`${of} is for trying: with NETOPIA_MODE=live it must be live, export or off`]
      : []),
  ];
}
