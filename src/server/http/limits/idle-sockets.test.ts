import { equal } from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { it } from 'node:test';
import { answerBrokenRequests } from '#server/http/errors.ts';

it('a connection that was opened ahead and never used is closed without a response that was not asked for', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const heard = async (sent: string) => {
    const accepted = once(server, 'connection');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.setEncoding('utf8');
    let text = '';
    client.on('data', (part: string) => {
      text += part;
    });
    const [socket]: Socket[] = await accepted;
    if (sent) {
      client.write(sent);
      await once(socket as Socket, 'data');
    }
    const timeout = Object.assign(new Error('no whole request in time'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    answerBrokenRequests(() => ({}))(timeout, socket as Socket);
    await once(client, 'close');
    return text.split('\r\n')[0];
  };
  equal(await heard(''), '');
  equal(await heard('GET /api/users/me HTTP/1.1\r\n'), 'HTTP/1.1 400 Bad Request');
  server.close();
});
