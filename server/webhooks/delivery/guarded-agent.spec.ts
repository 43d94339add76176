import { createSocket, type Socket } from 'node:dgram';
import { lookup, Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { request } from 'undici';
import { WebhookDestinations } from './destinations';
import { guardedAgent } from './guarded-agent';

/**
 * The addresses that the test's name server returns. It does not answer a query for any other name.
 */
const zone: Record<string, readonly string[]> = {
  'inner.example': ['127.0.0.1'],
  'both.example': ['93.184.215.14', '10.0.0.1'],
  'metadata.example': ['169.254.169.254'],
};

/** Returns the DNS response to a query for IPv4 addresses (RFC 1035, 4); empty for other query types. */
function answerTo(question: Buffer): Buffer | null {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const addresses = zone[labels.join('.')];
  if (!addresses) return null;
  const asked = question.subarray(12, at + 5);
  const records = asked.readUInt16BE(asked.length - 4) === 1 ? addresses : [];
  const head = Buffer.from([
    question[0] ?? 0,
    question[1] ?? 0,
    0x81,
    0x80,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  head.writeUInt16BE(records.length, 6);
  const record = (address: string) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
  return Buffer.concat([head, asked, ...records.map(record)]);
}

describe('webhook whose name server is controlled by its researcher', () => {
  let server: Socket;
  let agent: ReturnType<typeof guardedAgent>;
  let resolver: Resolver;
  let asked = 0;
  beforeAll(async () => {
    server = createSocket('udp4');
    server.on('message', (question, from) => {
      asked += 1;
      const answer = answerTo(question);
      if (answer) server.send(answer, from.port, from.address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    resolver = new Resolver({ timeout: 2_000, tries: 1 });
    resolver.setServers([`127.0.0.1:${server.address().port}`]);
    agent = guardedAgent(new WebhookDestinations({ webhookAllow: [] }), 3_000, resolver);
  });
  afterAll(async () => {
    resolver.cancel();
    await agent.destroy();
    server.close();
  });
  const failure = (host: string) =>
    request(`https://${host}/`, { dispatcher: agent, method: 'POST' }).then(
      ({ statusCode }) => statusCode,
      ({ name }: Error) => name,
    );

  it.each([
    'inner.example',
    'metadata.example',
    'both.example',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
  ])('reaches only the public internet: %s', async (host) =>
    expect(await failure(host)).toBe('AddressRefused'),
  );

  it.each(['both.example:22', 'lab.example:8080'])('reaches only HTTPS ports: %s', async (host) =>
    expect(await failure(host)).toBe('PortRefused'),
  );

  it('does not block other name lookups when its name server never answers', async () => {
    const before = asked;
    const silent = Array.from({ length: 20 }, (_, n) => failure(`silent-${n}.example`));
    while (asked < before + 20) await once(server, 'message');
    let answered = 0;
    for (const one of silent) void one.then(() => (answered += 1));
    expect((await lookup('localhost')).address).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(answered).toBe(0);
    resolver.cancel();
    expect(new Set(await Promise.all(silent))).not.toContain(200);
  });
});
