import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { SealAgreements } from '../../../../server/enrolment/agreements/seal-agreements';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { startApp, type SeparateApp } from '../../../support/app/app';
import { makePeople } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';

describe('Sealing agreements of several studies together', () => {
  let run: SeparateApp;
  let owner: Client;
  let seal: SealAgreements;
  beforeAll(async () => {
    // This file has its own database, because sealing covers all agreements of a database. No
    // workers run here: they would seal, too.
    run = await startApp();
    owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    seal = new SealAgreements(run.app.get(DataSource), run.app.get(UnitOfWork));
  });
  afterAll(async () => {
    await owner.end();
    await run.close();
  });

  /** Makes three studies with `count` agreements each. */
  const agreed = async (
    count: number,
  ): Promise<[RecruitingStudy, RecruitingStudy, RecruitingStudy]> => {
    const studies = [
      await recruit(run, { capacity: count }),
      await recruit(run, { capacity: count }),
      await recruit(run, { capacity: count }),
    ] as const;
    for (const r of studies)
      for (const person of await makePeople(run.source, count)) {
        const { status } = await run
          .http()
          .post(`/api/sessions/${r.session_id}/participations/`)
          .set(person.headers)
          .send({ consent: r.consent });
        expect(status).toBe(201);
      }
    return [...studies];
  };
  const sequences = async (r: RecruitingStudy): Promise<(number | null)[]> => {
    const { rows } = await owner.query<{ sequence: string | null }>(
      'SELECT sequence FROM research.agreement WHERE study_id = $1 ORDER BY sequence',
      [r.study_id],
    );
    return rows.map(({ sequence }) => (sequence === null ? null : Number(sequence)));
  };

  it('makes one chain for each study, also when two workers seal at the same time', async () => {
    const studies = await agreed(5);
    await Promise.all([seal.run(), seal.run()]);
    for (const r of studies) {
      expect(await sequences(r)).toEqual([1, 2, 3, 4, 5]);
      expect(await seal.firstBroken(r.study_id)).toBeNull();
    }
    expect(await seal.run()).toBe(0);
  });

  it('seals the other studies when one study fails, and seals that one once it no longer fails', async () => {
    const [broken, ...well] = await agreed(3);
    await owner.query(`
      CREATE FUNCTION research.refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'this one cannot'; END $$;
      CREATE TRIGGER refuses BEFORE UPDATE ON research.agreement FOR EACH ROW
        WHEN (OLD.study_id = '${broken.study_id}') EXECUTE FUNCTION research.refuses()`);
    try {
      await expect(seal.run()).rejects.toThrow('1 of 3 studies could not be sealed');
      expect(await sequences(broken)).toEqual([null, null, null]);
      for (const r of well) expect(await sequences(r)).toEqual([1, 2, 3]);
    } finally {
      await owner.query('DROP FUNCTION research.refuses() CASCADE');
    }
    expect(await seal.run()).toBe(3);
    expect(await sequences(broken)).toEqual([1, 2, 3]);
    expect(await seal.firstBroken(broken.study_id)).toBeNull();
  });
});
