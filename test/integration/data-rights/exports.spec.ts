/** @lane quick */
import type { DataExport } from '../../../contracts/data-rights/data-rights';
import { ExportStateStore } from '../../../server/data-rights/export-state';
import { startApp } from '../../support/app/app';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePerson } from '../../support/people/people';
import { countRows } from '../accounts/account-requests';
import { exportRequestsOf } from './requesting';
import { exportWorkerOf } from './archiving';
import { bodyOf } from '../../support/app/body-of';

let run: RunningApp;
let asking: ReturnType<typeof exportRequestsOf>;
let work: ExportStateStore;
let make: ReturnType<typeof exportWorkerOf>['make'];
let readyCopy: ReturnType<typeof exportWorkerOf>['readyCopy'];
beforeAll(async () => {
  run = await sharedApp();
  asking = exportRequestsOf(run);
  work = run.app.get(ExportStateStore);
  ({ make, readyCopy } = exportWorkerOf(run));
});
afterAll(() => run.close());

describe('A request for a copy of one’s data', () => {
  it('is answered immediately with a copy that waits for a worker', async () => {
    const person = await makePerson(run.source);
    const body = await bodyOf(asking.ask(person.headers).expect(202));
    expect(body).toMatchObject({
      state: 'waiting',
      progress: 0,
      size: null,
      ready_at: null,
      download_url: null,
    });
    expect((await asking.list(person.headers)).items).toEqual([body]);
    expect(
      await countRows(
        run.source,
        `platform.outbox WHERE name = 'identity.export-requested' AND data = $1`,
        [{ account_id: person._id, export_id: (body as DataExport)._id }],
      ),
    ).toBe(1);
    expect(
      await countRows(
        run.source,
        `platform.audit WHERE action = 'data-exported' AND actor_id = $1`,
        [person._id],
      ),
    ).toBe(1);
  });

  it('is refused while another copy is being made, also for concurrent requests', async () => {
    const person = await makePerson(run.source);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => asking.ask(person.headers).then((a) => a)),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([202, 409, 409, 409, 409, 409, 409, 409]);
    expect(
      answers.filter((a) => a.status === 409).map((a) => (a.body as { code: string }).code),
    ).toEqual(Array.from({ length: 7 }, () => 'export_under_way'));
    const [copy] = (await asking.list(person.headers)).items;
    await work.begin(copy?._id ?? '');
    await asking.ask(person.headers).expect(409);
    await make(copy?._id ?? '', Buffer.from('x'));
    await asking.ask(person.headers).expect(202);
  });

  it('creates a copy that other people cannot find, download or delete', async () => {
    const [mine, other] = [await makePerson(run.source), await makePerson(run.source)];
    const copy = await readyCopy(mine.headers);
    await run.http().get(`/api/exports/${copy._id}/`).set(other.headers).expect(404);
    await run.http().delete(`/api/exports/${copy._id}/`).set(other.headers).expect(404);
    expect((await asking.list(other.headers)).items).toEqual([]);
    await run.http().post('/api/exports/').expect(401);
    await run.http().get(`/api/exports/${copy._id}/file/`).set(mine.headers).expect(404);
  });
});

describe('The limit for copies in a day', () => {
  let limited: RunningApp;
  beforeAll(async () => {
    limited = await startApp({ engines: run.engines, environment: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => limited.close());

  it('is five, including deleted ones, and refused requests do not count', async () => {
    const person = await makePerson(run.source);
    const { ask } = exportRequestsOf(limited);
    for (let n = 0; n < 5; n++) {
      const { _id } = (await ask(person.headers).expect(202)).body as DataExport;
      if (n < 2) await ask(person.headers).expect(409);
      await limited.http().delete(`/api/exports/${_id}/`).set(person.headers).expect(204);
    }
    const refused = await ask(person.headers).expect(429);
    expect(refused.body).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600 * 23);
    await ask((await makePerson(run.source)).headers).expect(202);
  });
});
