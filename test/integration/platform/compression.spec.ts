// @lane quick
import { get as ask, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { capabilities } from '../../../server/contexts';
import type { RunningApp } from '../../support/app/launch-app';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { sharedApp } from '../../support/app/shared-app';
import { unique } from '../../support/chance/unique';
import { decompressBody } from '../../support/files/unpacked';

let app: RunningApp;
let study: RecruitingStudy;

/** Reads a response as received; supertest and fetch would decompress it. */
const raw = (path: string, headers: Record<string, string>) =>
  new Promise<{ headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    ask(app.url + path, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(parts) }));
    }).on('error', reject);
  });

beforeAll(async () => {
  app = await sharedApp();
  // The descriptions fill more than one network packet.
  const description = 'What people remember of a list of words, and what they do not. '.repeat(40);
  for (let i = 0; i < 4; i++) study = await recruit(app, { description });
});
afterAll(() => app.close());

test.each(['br', 'gzip'] as const)(
  'a study is sent compressed with %s, with the same content',
  async (encoding) => {
    const path = `/api/studies/${study.study_id}/`;
    const [plain, packed] = [await raw(path, {}), await raw(path, { 'accept-encoding': encoding })];
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe(encoding);
    for (const { headers } of [plain, packed]) expect(headers.vary).toMatch(/Accept-Encoding/);
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
    expect(JSON.parse(decompressBody(packed.body, encoding).toString())).toEqual(
      JSON.parse(plain.body.toString()),
    );
  },
);

test('the catalogue returns the same number of studies to parallel requests, compressed or not', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      raw('/api/studies/?limit=50', i % 3 ? { 'accept-encoding': i % 3 > 1 ? 'br' : 'gzip' } : {}),
    ),
  );
  const texts = answers.map(({ headers, body }) =>
    decompressBody(body, headers['content-encoding']).toString(),
  );
  expect(new Set(answers.map(({ headers }) => headers['content-encoding'])).size).toBe(3);
  expect(new Set(texts.map((text) => (JSON.parse(text) as { items: [] }).items.length)).size).toBe(
    1,
  );
});

test('[BREACH] a response with a token is never compressed', async () => {
  const email = `${unique()}@people.test`;
  const password = 'Packed-Never-2026!';
  await app
    .http()
    .post('/api/users/')
    .send({
      email,
      password,
      password_confirmation: password,
      first_name: 'Ada',
      last_name: 'Lovelace',
      is_researcher: false,
    })
    .expect(201);
  const basic = Buffer.from(`${email}:${password}`).toString('base64');
  const { headers, body } = await raw('/api/users/profile/', {
    authorization: `Basic ${basic}`,
    'accept-encoding': 'br, gzip',
  });
  expect(JSON.parse(body.toString())).toHaveProperty('token');
  expect(headers['content-encoding']).toBeUndefined();
});

/**
 * Names of fields that may hold a secret, which a stranger could infer from the length of a
 * compressed response.
 */
const secret = /token|secret|password|challenge|passkey|(^|_)(code|key)s?$|signature|download/;

test('[BREACH] no response that may be compressed has a field for a token, a code or a key', () => {
  const packed = capabilities.endpoints.filter((e) => e.compressed);
  expect(packed.map(({ method, path }) => `${method} ${path}`)).toContain('GET /api/studies/');
  const fields = packed.flatMap(({ path, replies }) =>
    Object.values(replies).flatMap((schema) => {
      const text = schema ? JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })) : '';
      // A boolean, such as whether a study has code, is not a secret.
      return [...text.matchAll(/"(\w+)":\{(?!"type":"boolean"\})/g)].map(
        ([, name = '']) => `${path} ${name}`,
      );
    }),
  );
  expect(fields.length).toBeGreaterThan(50);
  expect(fields.filter((field) => secret.test(field.split(' ')[1] ?? ''))).toEqual([]);
});
