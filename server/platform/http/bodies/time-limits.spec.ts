import Fastify, { type FastifyInstance } from 'fastify';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { anyone } from '../../../../contracts/base/access';
import { endpoint } from '../../../../contracts/base/endpoint';
import { exportFileDownload } from '../../../../contracts/base/non-json-operations';
import { codeOfError } from '../../errors/errors';
import { requestTimeouts } from '../../db/pooled-client';
import { enforceRequestTimeLimits, requestTimeLimits } from './time-limits';
import { extendTimeout } from '../../../../test/support/chance/wait';

const json = endpoint('POST', '/json/', { summary: 'a', replies: { 204: null }, access: anyone });
const file = endpoint('POST', '/file/', {
  summary: 'b',
  replies: { 204: null },
  access: anyone,
  file: { type: 'application/pdf', maxBytes: 10 },
});

describe('time limits with an unresponsive database', () => {
  it('answer every request within eighteen seconds, and end each database step earlier', () => {
    const { connectionMs, statementMs, driverMs } = requestTimeouts;
    expect(statementMs).toBeLessThan(driverMs);
    expect(connectionMs + driverMs).toBeLessThanOrEqual(requestTimeLimits.answerMs);
    expect(requestTimeLimits.answerMs).toBeLessThanOrEqual(18_000);
  });
});

describe('time limits of a request', () => {
  let fastify: FastifyInstance;
  let port: number;
  const sockets: Socket[] = [];
  const limits = { bodyMs: 150, fileMs: 900, answerMs: 300 };
  beforeAll(async () => {
    fastify = Fastify({ requestTimeout: 0 });
    enforceRequestTimeLimits(fastify, limits);
    fastify.setErrorHandler((error, _request, reply) => reply.status(503).send(codeOfError(error)));
    fastify.post('/json/', { config: { operation: json } }, () => 'read');
    fastify.post('/file/', { config: { operation: file } }, () => 'read');
    fastify.get('/slow/', { config: { operation: json } }, () => wait(600, 'late'));
    fastify.post('/slow-change/', { config: { operation: json } }, () => wait(600, 'late'));
    fastify.get('/stream/', { config: { operation: exportFileDownload } }, () =>
      wait(600, 'all of it'),
    );
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    port = (fastify.server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await fastify.close();
  });

  /** Sends a byte of the body every 20 ms. @returns the whole response and the time until its end */
  const byteByByte = async (path: string, bytes: number) => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    const began = performance.now();
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    const body = `"${'a'.repeat(bytes - 2)}"`;
    for (let i = 0; i < bytes && !socket.destroyed && socket.writable; i++) {
      socket.write(body.charAt(i));
      await wait(20);
    }
    await ended;
    return { said, ms: performance.now() - began };
  };

  it('answer 408 to a body that is sent byte by byte', async () => {
    const { said, ms } = await byteByByte('/json/', 1_000);
    expect(said).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
    expect(ms).toBeGreaterThanOrEqual(limits.bodyMs);
    expect(ms).toBeLessThan(limits.bodyMs + extendTimeout(5_000));
  });

  it('accept a body that arrives in time, and allow more time for a file', async () => {
    expect((await byteByByte('/json/', 3)).said).toMatch(/^HTTP\/1\.1 200 /);
    const { said, ms } = await byteByByte('/file/', 12);
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
    expect(ms).toBeGreaterThan(limits.bodyMs);
  });

  it('answer a late read with "unavailable" and a late change with "ask_again", and do not cut streams', async () => {
    const slow = await fetch(`http://127.0.0.1:${port}/slow/`);
    expect([slow.status, await slow.text()]).toEqual([503, 'unavailable']);
    const change = { method: 'POST', body: '"x"', headers: { 'content-type': 'application/json' } };
    const changed = await fetch(`http://127.0.0.1:${port}/slow-change/`, change);
    expect([changed.status, await changed.text()]).toEqual([503, 'ask_again']);
    const stream = await fetch(`http://127.0.0.1:${port}/stream/`);
    expect([stream.status, await stream.text()]).toEqual([200, 'all of it']);
  });
});
