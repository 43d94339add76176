import { days, minutes } from '../../../server/platform/concurrency/clock';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makePeople, makePerson } from '../../support/people/people';
import { countRows } from '../accounts/account-requests';
import { exportRequestsOf } from './requesting';
import { exportWorkerOf } from './archiving';
import { startTimeoutMs } from '../../support/app/starting-takes';

let run: RunningApp;
let asking: ReturnType<typeof exportRequestsOf>;
let readyCopy: ReturnType<typeof exportWorkerOf>['readyCopy'];
beforeAll(async () => {
  // This file has its own application, whose clock the tests move.
  run = await startApp({ clock: new TestClock() });
  asking = exportRequestsOf(run);
  ({ readyCopy } = exportWorkerOf(run));
});
afterAll(() => run.close());

describe('The download of a copy of one’s data', () => {
  it('is an attachment at an address valid for ten minutes, and is recorded', async () => {
    const person = await makePerson(run.source);
    const copy = await readyCopy(person.headers, Buffer.from('PK\u0003\u0004 bytes'));
    expect(copy).toMatchObject({ state: 'ready', progress: 100, size: 10 });
    const url = copy.download_url ?? '';
    const answer = await asking.fetchFile(url).expect(200);
    expect((answer.body as Buffer).toString()).toBe('PK\u0003\u0004 bytes');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': '10',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="(commonlab-data-\d{4}-\d\d-\d\d\.zip)"; filename\*=UTF-8''\1$/,
    );
    expect(
      await countRows(
        run.source,
        `platform.audit WHERE action = 'data-exported' AND subject_id = $1 AND details ->> 'step' = 'downloaded'`,
        [person._id],
      ),
    ).toBe(1);
    run.clock.advance(minutes(9.5));
    await asking.fetchFile(url).expect(200);
    run.clock.advance(minutes(1));
    await asking.fetchFile(url).expect(404);
    await asking
      .fetchFile((await asking.one(person.headers, copy._id)).download_url ?? '')
      .expect(200);
  });

  it('cannot be found at an altered address, nor at that of a different copy', async () => {
    const [mine, other] = [await makePerson(run.source), await makePerson(run.source)];
    const [copy, theirs] = [await readyCopy(mine.headers), await readyCopy(other.headers)];
    const url = new URL(copy.download_url ?? '');
    const altered = (change: (u: URL) => void) => {
      const next = new URL(url);
      change(next);
      return asking.fetchFile(next.href);
    };
    await altered((u) => (u.pathname = u.pathname.replace(copy._id, theirs._id))).expect(404);
    await altered((u) => u.searchParams.set('expires', String(Date.now() + days(365)))).expect(404);
    await altered((u) => u.searchParams.set('signature', 'AAAA')).expect(404);
    await altered((u) => u.searchParams.delete('signature')).expect(404);
    await altered((u) =>
      u.searchParams.set(
        'sign_in',
        new URL(theirs.download_url ?? '').searchParams.get('sign_in') ?? '',
      ),
    ).expect(404);
    await altered((u) => u.searchParams.delete('sign_in')).expect(404);
    await altered((u) => (u.pathname = '/api/exports/nonsense/file/')).expect(404);
    await altered(() => undefined).expect(200);
  });

  it('can be resumed where it was interrupted', async () => {
    const person = await makePerson(run.source);
    const all = Buffer.from('0123456789abcdefghijABCDE');
    const copy = await readyCopy(
      person.headers,
      all.subarray(0, 10),
      all.subarray(10, 20),
      all.subarray(20),
    );
    const get = (headers: Record<string, string>) =>
      asking.fetchFile(copy.download_url ?? '').set(headers);
    const whole = await get({}).expect(200);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '25',
      etag: `"${copy._id}"`,
    });
    expect((whole.body as Buffer).equals(all)).toBe(true);
    for (const [range, first, last] of [
      ['bytes=7-', 7, 24],
      ['bytes=10-', 10, 24],
      ['bytes=24-', 24, 24],
      ['bytes=9-10', 9, 10],
      ['bytes=-3', 22, 24],
    ] as const) {
      const answer = await get({ range, 'if-range': `"${copy._id}"` }).expect(206);
      expect(answer.headers).toMatchObject({
        'content-range': `bytes ${first}-${last}/25`,
        'content-length': String(last - first + 1),
        'cache-control': 'no-store',
      });
      expect((answer.body as Buffer).toString()).toBe(all.subarray(first, last + 1).toString());
    }
    const inVain: Record<string, string>[] = [
      { range: 'bytes=25-' },
      { range: 'bytes=3-4', 'if-range': '"another"' },
      { range: 'bytes=0-1,4-5' },
    ];
    for (const headers of inVain) {
      expect(((await get(headers).expect(200)).body as Buffer).length).toBe(25);
    }
    expect(
      await countRows(
        run.source,
        `platform.audit WHERE action = 'data-exported' AND subject_id = $1 AND details ->> 'step' = 'downloaded'`,
        [person._id],
      ),
    ).toBe(9);
  });

  it('stops when the copy is deleted meanwhile', async () => {
    const person = await makePerson(run.source);
    const parts = Array.from({ length: 120 }, () => Buffer.alloc(262_144, 1));
    const copy = await readyCopy(person.headers, ...parts);
    const { pathname, search } = new URL(copy.download_url ?? '');
    const answer = await fetch(`${run.url}${pathname}${search}`);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    let got = (await reader.read()).value?.length ?? 0;
    // Most of the download is still to come, since it is larger than the buffers of the sockets.
    await run.http().delete(`/api/exports/${copy._id}/`).set(person.headers).expect(204);
    await expect(
      (async () => {
        for (let next = await reader.read(); !next.done; next = await reader.read())
          got += next.value.length;
      })(),
    ).rejects.toThrow();
    expect(got).toBeGreaterThan(0);
    expect(got).toBeLessThan(120 * 262_144);
  });

  it('is invalid once the sign-in that got the address has ended; another sign-in has its own address', async () => {
    const person = await makePerson(run.source);
    const copy = await readyCopy(person.headers);
    await asking.fetchFile(copy.download_url ?? '').expect(200);
    const [other] = await makePeople(run.source, 1);
    await run.source.query(`UPDATE identity.token SET account_id = $1 WHERE account_id = $2`, [
      person._id,
      other?._id,
    ]);
    const elsewhere = await asking.one(other?.headers ?? { authorization: '' }, copy._id);
    await run
      .http()
      .put('/api/users/profile/')
      .set(person.headers)
      .send({ action: 'remove-token', token: person.token })
      .expect(204);
    await asking.fetchFile(copy.download_url ?? '').expect(404);
    await asking.fetchFile(elsewhere.download_url ?? '').expect(200);
  });

  it('is invalid for a disabled account', async () => {
    const person = await makePerson(run.source);
    const copy = await readyCopy(person.headers);
    await run.source.query(`UPDATE identity.account SET disabled_at = now() WHERE id = $1`, [
      person._id,
    ]);
    await asking.fetchFile(copy.download_url ?? '').expect(404);
  });

  it(
    'is limited to two hundred an hour for each copy, since each is recorded permanently',
    async () => {
      const person = await makePerson(run.source);
      const copy = await readyCopy(person.headers);
      const limited = await startApp({ engines: run.engines, environment: { RATE_LIMITS: 'on' } });
      limited.clock.advance(run.clock.now().getTime() - limited.clock.now().getTime());
      const url = exportRequestsOf(limited).fetchFile;
      const before = await countRows(run.source, `platform.rate_limit_counter`);
      await url(copy.download_url ?? '').expect(200);
      expect(await countRows(run.source, `platform.rate_limit_counter`)).toBe(before + 1);
      await run.source.query(
        `UPDATE platform.rate_limit_counter SET count = 200, blocked_until = window_ends_at WHERE count = 1`,
      );
      expect(
        Number((await url(copy.download_url ?? '').expect(429)).headers['retry-after']),
      ).toBeGreaterThan(3_000);
      expect(
        await countRows(
          run.source,
          `platform.audit WHERE subject_id = $1 AND details ->> 'step' = 'downloaded'`,
          [person._id],
        ),
      ).toBe(1);
      await limited.close();
    },
    startTimeoutMs,
  );
});
