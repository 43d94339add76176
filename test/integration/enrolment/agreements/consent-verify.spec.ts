/** @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL) */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { programPath } from '../../../../scripts/lib/paths.mjs';
import { SealAgreements } from '../../../../server/enrolment/agreements/seal-agreements';
import { startApp, type RunningApp } from '../../../support/app/app';
import { makePeople } from '../../../support/people/people';
import { programEnvironment } from '../../../support/app/programs';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { startTimeoutMs } from '../../../support/app/starting-takes';
import { injectedRequestsOf } from '../direct-requests';

describe('The command consent:verify', () => {
  let run: RunningApp;
  let owner: Client;
  beforeAll(async () => {
    // This file has its own database, since the command checks all agreements of a database.
    run = await startApp();
    owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await run.close();
  });

  const agreed = async (): Promise<RecruitingStudy> => {
    const r = await recruit(run, { capacity: 3 });
    for (const person of await makePeople(run.source, 3))
      expect((await injectedRequestsOf(run).enrol(r, person)).status).toBe(201);
    return r;
  };
  const verify = async (...words: string[]) =>
    promisify(execFile)(process.execPath, [programPath('server/consent-verify.main'), ...words], {
      env: programEnvironment(run.engines, 0, {}),
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    );

  it(
    'names the study and the changed or removed record, and exits with 0 for intact chains and 1 for broken ones',
    async () => {
      const [whole, changed, removed, other, rewritten] = [
        await agreed(),
        await agreed(),
        await agreed(),
        await agreed(),
        await agreed(),
      ];
      const seal = run.app.get(SealAgreements, { strict: false });
      while ((await seal.run()) > 0);
      expect(await verify(whole.study_id)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/whole, head 3:[0-9a-f]{64}/) as string,
      });
      await owner.query(
        `UPDATE research.agreement SET locale = 'fr' WHERE study_id = $1 AND sequence = 2`,
        [changed.study_id],
      );
      await owner.query(`DELETE FROM research.agreement WHERE study_id = $1 AND sequence = 1`, [
        removed.study_id,
      ]);
      await owner.query(
        `UPDATE research.consent SET sha256 = repeat('0', 64) WHERE study_id = $1`,
        [other.study_id],
      );
      await owner.query(
        `UPDATE research.consent SET body_markdown = 'I agree to anything.' WHERE study_id = $1`,
        [rewritten.study_id],
      );
      const all = await verify();
      expect(all.code).toBe(1);
      expect(all.stdout).toContain(`${changed.study_id}  DAMAGED: no. 2 was changed`);
      expect(all.stdout).toContain(`${removed.study_id}  DAMAGED: no. 1 was changed, removed`);
      expect(all.stdout).toContain(
        `${other.study_id}  DAMAGED: 1 texts are not what their hash says; 3 name another text`,
      );
      expect(all.stdout).toContain(
        `${rewritten.study_id}  DAMAGED: 1 texts are not what their hash says`,
      );
      expect(all.stdout).toContain('5 studies, 4 damaged.');
      expect((await verify('nonsense')).code).toBe(2);
    },
    startTimeoutMs,
  );
});
