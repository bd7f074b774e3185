import { lotEnded, testMessage } from '#contract/api/v1.ts';
import { LOT_EVENTS, type LotEvent, PAUSE_WORDS, TEST_EVENT } from '#domain/users/webhooks.ts';

const SUMMARIES: Readonly<Record<LotEvent, string>> = {
  'lot.done': 'Un lot e gata, în întregime sau în parte',
  'lot.failed': 'Un lot n-a ieșit: nicio fotografie nu e gata',
};

const SIGNED = [
  { name: 'webhook-id', description: 'Același la fiecare încercare: după el recunoști un anunț repetat.' },
  { name: 'webhook-timestamp', description: 'Când a plecat această încercare, în secunde de la 1970.' },
  {
    name: 'webhook-signature',
    description: 'v1, și HMAC-SHA256 din „id.timestamp.corp” cu secretul adresei, în base64.',
  },
].map((header) => ({ ...header, in: 'header', required: true, schema: { type: 'string' } }));

const RESPONSES = {
  '2XX': { description: 'Anunțul a ajuns.' },
  410: { description: 'Programul nu mai vrea anunțuri: adresa se oprește.' },
  default: { description: `Orice alt răspuns: încercăm din nou după ${PAUSE_WORDS}.` },
};

/** Returns the messages that programs are sent, signed as Standard Webhooks have it. */
export function describeWebhooks(
  toRef: (schema: typeof lotEnded | typeof testMessage) => object,
): Record<string, object> {
  const describe = (summary: string, message: Parameters<typeof toRef>[0]) => ({
    post: {
      tags: ['webhooks'],
      summary,
      security: [],
      parameters: SIGNED,
      requestBody: { required: true, content: { 'application/json': { schema: toRef(message) } } },
      responses: RESPONSES,
    },
  });
  return {
    ...Object.fromEntries(LOT_EVENTS.map((event) => [event, describe(SUMMARIES[event], lotEnded)])),
    [TEST_EVENT]: describe('Un anunț de probă, cerut din setări', testMessage),
  };
}
