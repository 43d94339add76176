import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { studiesLimits } from '../../../contracts/studies/limits';
import { startApp, type RunningApp } from '../../support/app/app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { makeRecruitingStudy, makeStudy, type ConsentAnswer } from './fixtures';
import { bodyOf } from '../../support/app/body-of';

let app: RunningApp;
let owner: TestPerson;
let participant: TestPerson;
let dataDir: string;

beforeAll(async () => {
  // An application with its own data folder, whose files the tests read.
  app = await startApp();
  dataDir = app.engines.dataDir;
  [owner, participant] = [await makeResearcher(app.source), await makePerson(app.source)];
});
afterAll(async () => {
  await app.close();
});

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const versions = (study: string): Promise<{ version: number; state: string }[]> =>
  app.source.query(
    'SELECT version, state FROM research.consent WHERE study_id = $1 ORDER BY version',
    [study],
  );
const upload = (study: string, content: Buffer, file: { filename: string; contentType: string }) =>
  app.http().put(`/api/studies/${study}/consent/`).set(owner.headers).attach('file', content, file);
const pdf = (length = 2_000) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(length, 'a'), Buffer.from('\n%%EOF\n')]);
const asPdf = { filename: 'Einwilligung für alle.pdf', contentType: 'application/pdf' };
const leftovers = () => readdir(join(dataDir, 'objects', 'arriving')).catch(() => []);

describe('A PDF consent form', () => {
  test('is stored by its content, and downloaded by a signed address with restrictive headers', async () => {
    const study = await makeStudy(app, owner);
    const content = pdf(300_000);
    const body = await bodyOf(upload(study, content, asPdf).expect(200));
    const consent = body as ConsentAnswer;
    expect(consent).toMatchObject({
      version: 1,
      kind: 'pdf',
      title: 'Einwilligung für alle',
      sha256: sha256(content),
      body_markdown: null,
    });
    const { pathname, search, origin } = new URL(consent.file_url ?? '');
    expect(origin).toBe(app.config.publicApiUrl);
    const file = await app
      .http()
      .get(pathname + search)
      .buffer()
      .expect(200);
    expect(sha256(file.body as Buffer)).toBe(consent.sha256);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="Einwilligung f_r alle.pdf"; filename*=UTF-8''Einwilligung%20f%C3%BCr%20alle.pdf`,
    );
    expect(file.headers['content-security-policy']).toContain('sandbox');

    // The reading page shows the same bytes in a frame. No other page may frame them, and browsers
    // may not guess a type that differs from the checked one.
    const shown = await app.http().get(`${pathname}${search}&inline=1`).buffer().expect(200);
    expect(sha256(shown.body as Buffer)).toBe(consent.sha256);
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `frame-ancestors ${app.config.publicWebUrl}`,
    });
    expect(shown.headers['content-disposition']).toMatch(/^inline; filename="/);
    await app.http().get(`${pathname}${search}&inline=2`).expect(404);
  });

  test('cannot be found by an altered, expired or unsigned address', async () => {
    const study = await makeStudy(app, owner);
    const body = await bodyOf(upload(study, pdf(), asPdf).expect(200));
    const { pathname, searchParams } = new URL((body as ConsentAnswer).file_url ?? '');
    const signed = Object.fromEntries(searchParams);
    const get = (query: object, path = pathname) => app.http().get(path).query(query);
    await get({ ...signed, expires: String(Number(signed.expires) + 1) }).expect(404);
    await get({ ...signed, name: 'virus.exe' }).expect(404);
    await get({ ...signed, signature: '' }).expect(404);
    await get({}).expect(404);
    await get(signed, `/api/objects/${'0'.repeat(64)}`).expect(404);
    await get(signed, '/api/objects/..%2f..%2fetc%2fpasswd').expect(404);
    await get(signed).expect(200);
    app.clock.advance(3_600_001);
    await get(signed).expect(404);
  });

  test.each([
    ['of another type', Buffer.from('hello'), { filename: 'a.txt', contentType: 'text/plain' }],
    [
      'whose type lies about its content',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      asPdf,
    ],
    ['that is too short to be one', Buffer.from('%PD'), asPdf],
    ['that is empty', Buffer.alloc(0), asPdf],
    ['of fewer than a hundred bytes', pdf(80), asPdf],
    ['that was cut off before its end', pdf(5_000).subarray(0, 4_000), asPdf],
    [
      'whose end is followed by something else',
      Buffer.concat([pdf(), Buffer.alloc(1_025, 'a')]),
      asPdf,
    ],
  ])('is refused if it is a file %s', async (_what, content, file) => {
    const study = await makeStudy(app, owner);
    expect((await upload(study, content, file).expect(415)).body).toMatchObject({
      code: 'unsupported_media_type',
    });
    expect(await versions(study)).toEqual([]);
    expect(await leftovers()).toEqual([]);
  });

  test('is refused if it is too large, and stores nothing', async () => {
    const study = await makeStudy(app, owner);
    expect(
      (await upload(study, pdf(studiesLimits.consentPdfBytes), asPdf).expect(413)).body,
    ).toMatchObject({ code: 'too_large' });
    expect(await leftovers()).toEqual([]);
  });

  test('is refused as malformed without a file or with an invalid multipart body', async () => {
    const study = await makeStudy(app, owner);
    const put = (type: string, body: string) =>
      app
        .http()
        .put(`/api/studies/${study}/consent/`)
        .set(owner.headers)
        .set('content-type', type)
        .send(body);
    for (const [type, body] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=b', '--b--\r\n'],
      ['multipart/form-data; boundary=b', 'nothing'],
    ] as const) {
      expect((await put(type, body).expect(400)).body).toMatchObject({ code: 'malformed_body' });
    }
  });

  test('stores nothing if its client disconnects during the upload', async () => {
    const study = await makeStudy(app, owner);
    const brokenOff = new Promise<void>((resolve) => {
      const request = httpRequest(`${app.url}/api/studies/${study}/consent/`, {
        method: 'PUT',
        headers: {
          ...owner.headers,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': 1_000_000,
        },
      });
      request.on('error', () => resolve());
      request.write(
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7 and then',
      );
      eventually(leftovers, (files) => files.length > 0).then(
        () => request.destroy(new Error('gone')),
        (error: Error) => request.destroy(error),
      );
    });
    await brokenOff;
    await eventually(leftovers, (files) => files.length === 0);
    expect(await versions(study)).toEqual([]);
  });

  test('is refused before any byte is stored if the user may not edit the study', async () => {
    const { study } = await makeRecruitingStudy(app, owner);
    const other = await makeResearcher(app.source);
    await app
      .http()
      .put(`/api/studies/${study}/consent/`)
      .set(other.headers)
      .attach('file', pdf(2_000_000), asPdf)
      .expect(403);
    expect(await leftovers()).toEqual([]);
  });

  it('that is refused before its end leaves its connection usable for the next request', async () => {
    const { study } = await makeRecruitingStudy(app, owner);
    const other = await makeResearcher(app.source);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = 0; n < 2; n++)
      await app
        .http()
        .put(`/api/studies/${study}/consent/`)
        .agent(agent)
        .set(other.headers)
        .attach('file', pdf(2_000_000), asPdf)
        .expect(403);
    await app.http().get('/health/live').agent(agent).expect(200);
    agent.destroy();
  });

  it('whose form is incomplete does not crash the server, with or without the right to edit', async () => {
    const study = await makeStudy(app, owner);
    const send = (who: { headers: object }, id: string) =>
      app
        .http()
        .put(`/api/studies/${id}/consent/`)
        .set(who.headers as Record<string, string>)
        .set('content-type', 'multipart/form-data; boundary=b')
        .send(
          '--b\r\nContent-Disposition: form-data; name="f"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4 xx',
        );
    expect((await send(participant, randomUUID())).status).toBe(404);
    expect((await send(participant, study)).status).toBe(404);
    expect((await bodyOf<{ code: string }>(send(owner, study))).code).toBe('malformed_body');
    await app.http().get('/health/live').expect(200);
  });
});
