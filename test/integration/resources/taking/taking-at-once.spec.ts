import type { Response } from 'supertest';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { unique } from '../../../support/chance/unique';
import { eventually } from '../../../support/chance/wait';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { countRows } from '../../accounts/account-requests';
import { makeStudy } from '../../studies/fixtures';
import { studyPageHtml, takeResourceRequestsOf } from './taking';

let run: RunningApp;
let taking: ReturnType<typeof takeResourceRequestsOf>;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  taking = takeResourceRequestsOf(run);
});
beforeEach(async () => {
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

describe('Many calls that take files beside one draft', () => {
  it('leave database connections for other calls while they wait', async () => {
    const study = await makeStudy(run, owner);
    const { file } = await taking.makeFile(owner, unique());
    const stranger = await makeResearcher(run.source);
    const other = run.source.createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT 1 FROM research.study WHERE id = $1 FOR UPDATE', [study]);
    const [own] = (await other.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
    const answers = Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        taking
          .intoDraft(owner, study, [{ path: `${n}.txt`, file_id: file }])
          .then(({ status }) => status),
      ),
    );
    const waiting = () =>
      other.query(`SELECT 1 FROM pg_locks WHERE $1 = ANY(pg_blocking_pids(pid))`, [own?.pid]);
    await eventually(waiting, (rows: unknown[]) => rows.length > 0);
    const answer = await run.http().get('/api/folders/').set(stranger.headers);
    await other.commitTransaction();
    await other.release();
    expect(answer.status).toBe(200);
    expect(new Set(await answers)).toEqual(new Set([201]));
  });
});

describe('A file that is deleted for good at the same moment', () => {
  /**
   * Deletes the file in a transaction, begins the call before the commit, and then commits.
   * @returns the answer to the call
   */
  async function whileDeleted(file: string, call: () => PromiseLike<Response>): Promise<Response> {
    const other = run.source.createQueryRunner();
    try {
      await other.startTransaction();
      await other.query(`DELETE FROM research.resource WHERE id = $1`, [file]);
      const [own] = (await other.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
      const answer = Promise.resolve(call());
      await eventually(
        () => countRows(run.source, `pg_locks WHERE ${own?.pid} = ANY(pg_blocking_pids(pid))`),
        (waiting) => waiting > 0,
      );
      await other.commitTransaction();
      return await answer;
    } finally {
      await other.release();
    }
  }

  it('is not found by a request that takes it into a version or beside the draft', async () => {
    const study = await makeStudy(run, owner);
    const { file } = await taking.makeFile(owner, studyPageHtml + unique());
    const { file: second } = await taking.makeFile(owner, unique());
    const into = await whileDeleted(file, () =>
      taking.take(owner, study, [{ path: 'a.html', file_id: file }]),
    );
    const beside = await whileDeleted(second, () =>
      taking.intoDraft(owner, study, [{ path: 'b.txt', file_id: second }]),
    );
    expect([into.status, beside.status]).toEqual([404, 404]);
  });

  it('is left out of the marks of a copy that is made of the study', async () => {
    const study = await makeStudy(run, owner);
    const { file } = await taking.makeFile(owner, studyPageHtml + unique());
    await taking.intoDraft(owner, study, [{ path: 'a.txt', file_id: file }]).expect(201);
    const copied = await whileDeleted(file, () =>
      run.http().post(`/api/studies/${study}/copies/`).set(owner.headers).send({}),
    );
    expect(copied.status).toBe(201);
    expect(await taking.marks(owner, (copied.body as { _id: string })._id)).toEqual([]);
  });
});
