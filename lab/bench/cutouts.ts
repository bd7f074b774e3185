import type { Dealer } from './dealer.ts';

/** Milliseconds until each stroke of the brush has its mask, drawn one after the other on one photo through the route of the page. */
export async function strokeAnswers({ client }: Dealer, photoId: string, count: number): Promise<number[]> {
  const path = `/api/photos/${photoId}/cutout`;
  const box = { x: 0.15, y: 0.15, width: 0.7, height: 0.7 };
  const strokes: { kind: string; radius: number; points: { x: number; y: number }[] }[] = [];
  const send = async () => {
    const begin = performance.now();
    const { status, body } = await client.call('POST', path, { body: { box, strokes } });
    if (status !== 200 || body.cutout === null)
      throw new Error(`no cut-out: ${status} ${JSON.stringify(body)}`);
    const mask = await client.send(`/api/photos/${photoId}/mask?cutout=${body.cutout.id}`, {});
    await mask.arrayBuffer();
    return performance.now() - begin;
  };
  await send();
  const taken: number[] = [];
  for (let n = 0; n < count; n++) {
    const x = 0.3 + (n % 8) * 0.05;
    const points = [0, 0.02, 0.04, 0.06].map((step) => ({ x: x + step, y: 0.35 + (n % 5) * 0.06 }));
    strokes.push({ kind: n % 2 === 0 ? 'keep' : 'remove', radius: 0.02, points });
    taken.push(await send());
  }
  return taken;
}
