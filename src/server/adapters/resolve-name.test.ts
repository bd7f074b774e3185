import { deepEqual, equal, rejects } from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { lookup, Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { resolveName } from './resolve-name.ts';

const FOUR = Buffer.from([8, 8, 8, 8]);
const SIX = Buffer.from('20014860486000000000000000008888', 'hex');

/** Answers a question with one address; of a name of four letters it has none of IPv6. */
function answerQuestion(question: Buffer): Buffer {
  const asked = question.readUInt16BE(question.indexOf(0, 12) + 1);
  const end = question.indexOf(0, 12) + 5;
  const head = Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
  const isNone = asked === 28 && question[12] === 4;
  if (isNone) head.writeUInt16BE(0, 4);
  const data = asked === 28 ? SIX : FOUR;
  const found = Buffer.concat([Buffer.from([0xc0, 12, 0, asked, 0, 1, 0, 0, 0, 60, 0, data.length]), data]);
  const [id, body] = [question.subarray(0, 2), question.subarray(12, end)];
  return Buffer.concat(isNone ? [id, head, body] : [id, head, body, found]);
}

describe('the addresses of a stranger’s name', () => {
  let names: Socket;
  let isSilent = false;
  before(async () => {
    names = createSocket('udp4', (question, { port, address }) => {
      if (!isSilent) names.send(answerQuestion(question), port, address);
    }).bind(0, '127.0.0.1');
    await once(names, 'listening');
  });
  after(() => names.close());
  const resolver = (timeout: number) => {
    const asking = new Resolver({ timeout, tries: 1 });
    asking.setServers([`127.0.0.1:${names.address().port}`]);
    return asking;
  };

  it('are those of IPv4 and of IPv6, or those of one where there are none of the other', async () => {
    const four = { address: '8.8.8.8', family: 4 };
    deepEqual(await resolveName('magazin.example', resolver(5_000)), [
      four,
      { address: '2001:4860:4860::8888', family: 6 },
    ]);
    deepEqual(await resolveName('poze.example', resolver(5_000)), [four]);
  });

  it('are this machine’s own for its own names, whatever a name server says', async () => {
    for (const host of ['localhost', '127.0.0.1'])
      deepEqual(await resolveName(host, resolver(5_000)), [{ address: '127.0.0.1', family: 4 }]);
  });

  it('hold up neither other look-ups nor the disk while they are waited for, and are given up', async () => {
    isSilent = true;
    const asking = resolver(60_000);
    const waiting = Array.from({ length: 16 }, (_, n) => resolveName(`magazin${n}.example`, asking));
    const ended = Promise.allSettled(waiting);
    const others = Promise.all([lookup('localhost'), readFile(import.meta.filename)]);
    equal(await Promise.race([others.then(() => 'others'), ended.then(() => 'waiting')]), 'others');
    asking.cancel();
    await ended;
    await rejects(resolveName('magazin.example', resolver(50)), { code: 'ETIMEOUT' });
  });
});
