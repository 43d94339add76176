/**
 * @engines one: calls the functions of the worker itself, without a queue, so it runs with only one
 * kind of queue (Redis or PostgreSQL)
 */
import type { StudyVersion, VersionReport } from '../../../contracts/study-files/study-files';
import { Clock } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { RecheckVersionsJob } from '../../../server/study-files/report/recheck/recheck-versions.job';
import { VersionChecker } from '../../../server/study-files/report/recheck/version-check';
import { maxAutomaticChecks } from '../../../server/study-files/versions/check-schedule.rule';
import type { ReportMaker } from '../../../server/study-files/report/report-maker';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { zipFiles } from '../../support/files/zip';
import { makeStudy } from '../studies/fixtures';
import { versionRequestsOf } from './own-files';

let run: RunningApp;
let ask: ReturnType<typeof versionRequestsOf>;
let owner: TestPerson;
beforeAll(async () => {
  // The jobs also check versions that other test files made in the shared application. The tests
  // look only at versions of this file.
  run = await sharedApp();
  ask = versionRequestsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

const files = () => ({
  'index.html': `<!doctype html><title>${Math.random()}</title>
    <script src="https://unpkg.com/jspsych@8.3.0"></script><script>initJsPsych();</script>`,
});

/**
 * Makes a version whose check was stopped at a page, as on a busy machine; the report says nothing
 * about that page.
 */
async function stoppedVersion(content = files(), at = "now() + interval '1 hour'") {
  const study = await makeStudy(run, owner);
  const { _id } = await ask.uploaded(study, owner, content);
  await run.source.query(
    `UPDATE research.study_version SET stopped = true, looks = 1, kind = 'plain', look_again_at = ${at},
       report = report || '{"stopped": true, "kind": "plain", "libraries": []}' WHERE id = $1`,
    [_id],
  );
  return { study, id: _id };
}
const read = async ({ study, id }: { study: string; id: string }) => {
  const answer = await run.http().get(ask.at(study)).set(owner.headers).expect(200);
  return (answer.body as { items: StudyVersion[] }).items.find(({ _id }) => _id === id);
};
const reportIn = async ({ study, id }: { study: string; id: string }) =>
  (
    (
      await run
        .http()
        .get(ask.at(study, `${id}/report/`))
        .set(owner.headers)
        .expect(200)
    ).body as {
      report: VersionReport;
    }
  ).report;
const again = ({ study, id }: { study: string; id: string }) =>
  run
    .http()
    .post(ask.at(study, `${id}/report/`))
    .set(owner.headers)
    .send({});
const say = ({ study, id }: { study: string; id: string }, kind: string) =>
  run
    .http()
    .put(ask.at(study, `${id}/kind/`))
    .set(owner.headers)
    .send({ kind });

/** Makes a version checker that calls the given function instead of making a report. */
const lookingThrough = (of: () => Promise<unknown>) =>
  new VersionChecker(
    run.source,
    run.app.get(UnitOfWork),
    { of } as unknown as ReportMaker,
    run.app.get(Clock),
  );
const rowOf = async ({ id }: { id: string }) => {
  const [row]: { looks: number; looking: boolean }[] = await run.source.query(
    `SELECT looks, looking FROM research.study_version WHERE id = $1`,
    [id],
  );
  if (!row) throw new Error('no version');
  return row;
};

describe('A version whose check was stopped at one file', () => {
  it('is checked a second time when its researcher requests it, and then has its true report', async () => {
    const version = await stoppedVersion();
    expect(await read(version)).toMatchObject({ check: 'stopped', kind: 'plain' });
    expect((await again(version).expect(202)).body).toMatchObject({ check: 'under_way' });
    await run.app.get(VersionChecker).at(version.id);
    expect(await read(version)).toMatchObject({ check: 'whole', kind: 'jspsych_8' });
    expect((await reportIn(version)).stopped).toBeUndefined();
  });

  it('has its true report when the same files are uploaded a second time', async () => {
    const content = files();
    const version = await stoppedVersion(content);
    const answer = await ask.upload(version.study, owner, zipFiles(content)).expect(200);
    expect(answer.body).toMatchObject({ _id: version.id, check: 'whole', kind: 'jspsych_8' });
  });

  it('is checked by the worker when it is due, and not before', async () => {
    const [due, later] = [await stoppedVersion(files(), 'now()'), await stoppedVersion()];
    await new RecheckVersionsJob(run.source, run.app.get(VersionChecker), run.app.get(Clock)).run();
    expect(await read(due)).toMatchObject({ check: 'whole', kind: 'jspsych_8' });
    expect(await read(later)).toMatchObject({ check: 'stopped' });
  });

  it('has the kind that its researcher states until its kind is known', async () => {
    const version = await stoppedVersion();
    expect((await say(version, 'psychojs').expect(200)).body).toMatchObject({
      kind: 'psychojs',
      said_kind: 'psychojs',
    });
    expect((await reportIn(version)).kind).toBe('psychojs');
    await again(version).expect(202);
    await run.app.get(VersionChecker).at(version.id);
    expect(await read(version)).toMatchObject({ kind: 'jspsych_8', said_kind: null });
    await say(version, 'psychojs').expect(400);
  });

  it('is checked less and less often if each check stops, and finally only on request', async () => {
    const version = await stoppedVersion(files(), 'now()');
    const report = { ...(await reportIn(version)), stopped: true };
    const look = lookingThrough(() => Promise.resolve(report));
    let looks = 0;
    while (await look.at(version.id)) {
      looks++;
      expect(await read(version)).toMatchObject({ check: 'stopped' });
      await run.source.query(
        `UPDATE research.study_version SET look_again_at = now() - interval '1 hour'
         WHERE id = $1 AND look_again_at IS NOT NULL`,
        [version.id],
      );
    }
    expect(looks).toBe(maxAutomaticChecks - 1);
    expect((await again(version).expect(202)).body).toMatchObject({ check: 'under_way' });
  });

  it('can be checked on request if the worker died during a check', async () => {
    const version = await stoppedVersion(files(), "now() - interval '1 second'");
    const look = lookingThrough(() => new Promise(() => undefined));
    void look.at(version.id);
    await eventually(
      () => rowOf(version),
      ({ looks }) => looks === 2,
      8_000,
    );
    expect(await read(version)).toMatchObject({ check: 'under_way' });
    // If the queue delivers the event of this check a second time, the worker finds nothing to do.
    expect(await look.at(version.id)).toBe(false);
    await run.source.query(
      `UPDATE research.study_version SET look_again_at = now() - interval '1 hour', looks = $2
       WHERE id = $1`,
      [version.id, maxAutomaticChecks],
    );
    expect(await read(version)).toMatchObject({ check: 'stopped' });
    expect((await again(version).expect(202)).body).toMatchObject({ check: 'under_way' });
    await run.app.get(VersionChecker).at(version.id);
    expect(await read(version)).toMatchObject({ check: 'whole', kind: 'jspsych_8' });
  });
});

describe('A version without a report', () => {
  const unlooked = async () => {
    const version = await stoppedVersion();
    await run.source.query(
      `UPDATE research.study_version SET report = NULL, kind = NULL, errors = NULL, warnings = NULL,
         entry = NULL, stopped = false, looks = 0, look_again_at = NULL WHERE id = $1`,
      [version.id],
    );
    return version;
  };

  it('is checked a limited number of times if each check fails, and after that only on the researcher’s request', async () => {
    const version = await unlooked();
    expect(await read(version)).toMatchObject({ check: 'under_way' });
    const look = lookingThrough(() => Promise.reject(new Error('no memory')));
    for (let looks = 1; looks <= maxAutomaticChecks; looks++) {
      // The event is delivered repeatedly, and the job runs once.
      await expect(look.at(version.id)).rejects.toThrow('no memory');
      expect(await rowOf(version)).toMatchObject({ looks, looking: false });
      expect(await read(version)).toMatchObject({ check: 'stopped' });
    }
    expect(await look.at(version.id)).toBe(false);
    expect((await say(version, 'psychojs').expect(200)).body).toMatchObject({ kind: 'psychojs' });
    expect((await again(version).expect(202)).body).toMatchObject({ check: 'under_way' });
    expect(await run.app.get(VersionChecker).at(version.id)).toBe(true);
    expect(await read(version)).toMatchObject({ check: 'whole', kind: 'jspsych_8' });
  });

  it('is checked by the job if the worker died during its check', async () => {
    const version = await unlooked();
    const look = lookingThrough(() => new Promise(() => undefined));
    void look.at(version.id);
    await eventually(
      () => rowOf(version),
      ({ looks }) => looks === 1,
    );
    await run.source.query(
      `UPDATE research.study_version SET look_again_at = now() - interval '1 second' WHERE id = $1`,
      [version.id],
    );
    await new RecheckVersionsJob(run.source, run.app.get(VersionChecker), run.app.get(Clock)).run();
    expect(await read(version)).toMatchObject({ check: 'whole', kind: 'jspsych_8' });
  });
});
