/** @lane quick */
import { CommandBus } from '@nestjs/cqrs';
import { Client } from 'pg';
import type { Participation } from '../../../contracts/enrolment/participations';
import { ForgetAccountReferencesJob } from '../../../server/enrolment/links/forget-account-references.job';
import { ParticipationOwnerRead } from '../../../server/enrolment/links/participation-owner.read';
import { EncryptParticipationLinks } from '../../../server/enrolment/links/seal-links';
import { days } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { PurgeAccount } from '../../../server/processes/purge-account.command';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makePeople, makePerson, type TestPerson } from '../../support/people/people';
import {
  insertRecruitingStudies,
  recruit,
  type RecruitingStudy,
} from '../../support/people/recruiting';
import {
  dumpAllTables,
  linkableValuesByTransaction,
  linkableValuesOf,
  unsharedValues,
  sharedValues,
} from './dump';

// This file has its own application: it searches all tables, adds links of an earlier version, and
// moves the clock.
describe('The link between an account and its participations', () => {
  let run: SeparateApp;
  let owner: Client;
  beforeAll(async () => {
    run = await startApp();
    owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await run.close();
  });

  type Seat = Pick<RecruitingStudy, 'session_id' | 'consent'>;
  const enrol = async ({ session_id, consent }: Seat, { headers }: TestPerson, app = run) =>
    (
      (
        await app
          .http()
          .post(`/api/sessions/${session_id}/participations/`)
          .set(headers)
          .send({ consent })
          .expect(201)
      ).body as Participation
    )._id;
  const move = (id: string, { headers }: TestPerson, action: string) =>
    run.http().put(`/api/participations/${id}/`).set(headers).send({ action }).expect(200);
  const history = async ({ headers }: TestPerson): Promise<Participation[]> => {
    const items: Participation[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = (
        await run
          .http()
          .get(`/api/participations/?limit=100${cursor && `&cursor=${cursor}`}`)
          .set(headers)
          .expect(200)
      ).body as { items: Participation[]; next_cursor: string | null };
      items.push(...page.items);
      cursor = page.next_cursor;
    }
    return items;
  };
  /** Makes participations with links as an earlier version wrote them. */
  const formerly = async (person: TestPerson, count: number): Promise<string[]> => {
    const { session_id, study_id } = await recruit(run, { capacity: count + 1 });
    const { rows } = await owner.query<{ id: string }>(
      `WITH taken AS (
         INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive, moved_by, created_at)
           SELECT gen_random_uuid(), $1, $2, decode(md5($5 || n), 'hex'), 'completed', false,
             'participant', now() - n * interval '1 minute'
           FROM generate_series(1, $4) n RETURNING id
       ), linked AS (
         INSERT INTO identity.participation_link (participation_id, account_id) SELECT id, $3::uuid FROM taken
       ) SELECT id FROM taken`,
      [session_id, study_id, person._id, count, person._id],
    );
    return rows.map(({ id }) => id);
  };
  const linksOf = async (ids: readonly string[]) =>
    (
      await owner.query<{ account: Buffer | null; account_id: string | null; entry: Buffer }>(
        'SELECT * FROM identity.participation_link WHERE participation_id = ANY($1::uuid[])',
        [ids],
      )
    ).rows;

  describe('in a dump without the secret', () => {
    let people: TestPerson[];
    let taken: [string, string][];
    beforeAll(async () => {
      people = await makePeople(run.source, 5);
      const studies = [
        await recruit(run, { capacity: 9 }),
        await recruit(run, { capacity: 9, privacy_level: 'roster_on_completion' }),
      ] as const;
      taken = [];
      // The people enrol one after the other, so that no two share a transaction.
      for (const person of people)
        taken.push([await enrol(studies[0], person), await enrol(studies[1], person)]);
      for (const [i, ids] of taken.entries())
        for (const id of ids) await move(id, people[i] as TestPerson, 'start');
    });
    const found = async () => {
      const rows = await dumpAllTables(run.engines.migrationDatabaseUrl);
      const [first, second] = [0, 1].map((n) =>
        unsharedValues(
          linkableValuesByTransaction(
            rows,
            taken.map((ids) => ids[n] ?? ''),
          ),
        ),
      );
      const accounts = unsharedValues(
        linkableValuesOf(
          rows,
          people.map(({ _id }) => _id),
        ),
      );
      const empty = new Set<string>();
      return {
        named: people.flatMap((_, i) => sharedValues(first?.[i] ?? empty, accounts[i] ?? empty)),
        joined: people.flatMap((_, i) => sharedValues(first?.[i] ?? empty, second?.[i] ?? empty)),
      };
    };

    it('does not identify anyone in an anonymous session', async () => {
      expect((await found()).named).toEqual([]);
    });

    it('does not connect two studies of one person', async () => {
      expect((await found()).joined).toEqual([]);
    });

    it('would identify people and connect studies if it were stored in plain form', async () => {
      for (const [i, ids] of taken.entries())
        await owner.query(
          `UPDATE identity.participation_link SET entry = NULL, account = NULL, account_id = $2
           WHERE participation_id = ANY($1::uuid[])`,
          [ids, people[i]?._id],
        );
      const { named, joined } = await found();
      for (const { _id } of people)
        expect([named.includes(_id), joined.includes(_id)]).toEqual([true, true]);
      await run.app.get(EncryptParticipationLinks).run();
      expect(await found()).toEqual({ named: [], joined: [] });
    });

    it('cannot be read by any database role of the application', async () => {
      for (const role of ['commonlab_app', 'commonlab_link', 'commonlab_export'])
        await run.source.transaction(async (manager) => {
          await manager.query(`SET LOCAL ROLE ${role}`);
          const read = await manager
            .query<unknown[]>('SELECT * FROM identity.participation_link')
            .catch(() => []);
          for (const { _id } of people) expect(JSON.stringify(read)).not.toContain(_id);
        });
    });
  });

  it('finds all participations of a person who enrols in many sessions at the same time on two servers', async () => {
    const other = await startApp({ engines: run.engines });
    try {
      const [person, researcher] = [await makePerson(run.source), await makePerson(run.source)];
      const open = await insertRecruitingStudies(run.source, researcher._id, 12, 5);
      const ids = await Promise.all(open.map((one, i) => enrol(one, person, i % 2 ? run : other)));
      expect((await history(person)).map(({ _id }) => _id).sort()).toEqual(ids.sort());
    } finally {
      await other.close();
    }
  });

  it('is encrypted for links of an earlier version while people enrol and read their history', async () => {
    const person = await makePerson(run.source);
    const before = await formerly(person, 1_200);
    const seats = await insertRecruitingStudies(run.source, person._id, 6, 5);
    const sealing = [
      run.app.get(EncryptParticipationLinks).run(),
      run.app.get(EncryptParticipationLinks).run(),
    ];
    const enrolled: string[] = [];
    for (const seat of seats) {
      enrolled.push(await enrol(seat, person));
      expect(await history(person)).toHaveLength(before.length + enrolled.length);
    }
    await Promise.all(sealing);
    await run.app.get(EncryptParticipationLinks).run();
    const links = await linksOf(before);
    expect(links.every(({ account, account_id }) => account && account_id === null)).toBe(true);
    const read = await history(person);
    expect(read.map(({ _id }) => _id).sort()).toEqual([...before, ...enrolled].sort());
    const times = read.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    const [last] = before;
    expect(await run.app.get(ParticipationOwnerRead).byParticipations([last ?? ''])).toMatchObject([
      { account_id: person._id },
    ]);
  }, 60_000);

  it('is erased with the account, encrypted or not, also while links are being encrypted', async () => {
    const person = await makePerson(run.source);
    const ids = await formerly(person, 300);
    ids.push(await enrol(await recruit(run), person));
    await owner.query(
      `UPDATE identity.account SET deletion_at = $2, status = status WHERE id = $1`,
      [person._id, run.clock.now()],
    );
    const sealing = run.app.get(EncryptParticipationLinks).run();
    expect(await run.app.get(CommandBus).execute(new PurgeAccount(person._id))).toBe(true);
    await sealing;
    expect(await linksOf(ids)).toEqual([]);
  });

  it('no longer leads from an anonymous participation to the account once nothing needs it; the person’s history stays', async () => {
    const forget = new ForgetAccountReferencesJob(run.app.get(UnitOfWork), run.clock);
    const [person, ...more] = await makePeople(run.source, 3);
    if (!person) throw new Error('three people');
    const anonymous = await recruit(run, { capacity: 5, maximum_minutes: 120 });
    const named = await recruit(run, { privacy_level: 'roster_on_start' });
    const [left, running, shown] = [
      await enrol(anonymous, person),
      await enrol(anonymous, more[0] as TestPerson),
      await enrol(named, person),
    ];
    await move(left, person, 'withdraw');
    await move(running, more[0] as TestPerson, 'start');
    const waysBack = async () =>
      (await linksOf([left]))
        .concat(await linksOf([running]), await linksOf([shown]))
        .map(({ account }) => account !== null);
    const age = (than: number) =>
      owner.query(
        `UPDATE research.participation SET updated_at = $2::timestamptz - $3 * interval '1 millisecond'
         WHERE id = ANY($1::uuid[])`,
        [[left, running, shown], run.clock.now(), than],
      );
    await age(days(7) - 1_000);
    await forget.run();
    expect(await waysBack()).toEqual([true, true, true]);
    await age(days(7));
    await forget.run();
    expect(await waysBack()).toEqual([false, true, true]);
    await age(days(90));
    await forget.run();
    expect(await waysBack()).toEqual([false, false, true]);
    expect(await run.app.get(ParticipationOwnerRead).byParticipations([left])).toEqual([]);
    expect((await history(person)).map(({ _id }) => _id).sort()).toEqual([left, shown].sort());
    // A person who takes the same seat a second time gets mails about it. So the server stores the
    // link from the participation to the account again.
    expect(await enrol(anonymous, person)).toBe(left);
    expect(await waysBack()).toEqual([true, false, true]);
  });
});
