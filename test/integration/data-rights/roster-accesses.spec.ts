import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { RosterAccess } from '../../../contracts/data-rights/data-rights';
import { PurgeAccount } from '../../../server/processes/purge-account.command';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { bodyOf } from '../../support/app/body-of';

const exportOf = (person: TestPerson, state: string) =>
  run.source.query(
    `INSERT INTO identity.export (id, account_id, state, expires_at) VALUES ($1, $2, $3, now() + interval '7 days')`,
    [randomUUID(), person._id, state],
  );

type Page = { items: z.output<typeof RosterAccess>[]; next_cursor: string | null };
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

const accesses = async (person: TestPerson, query = '') =>
  (await run.http().get(`/api/roster-accesses/${query}`).set(person.headers).expect(200))
    .body as Page;
const open = ({ session_id, researcher }: RecruitingStudy) =>
  run.http().get(`/api/sessions/${session_id}/roster/`).set(researcher.headers).expect(200);
const started = async ({ session_id, consent }: RecruitingStudy) => {
  const person = await makePerson(run.source);
  const body = await bodyOf(
    run
      .http()
      .post(`/api/sessions/${session_id}/participations/`)
      .set(person.headers)
      .send({ consent })
      .expect(201),
  );
  await run
    .http()
    .put(`/api/participations/${(body as { _id: string })._id}/`)
    .set(person.headers)
    .send({ action: 'start' })
    .expect(200);
  return person;
};
const seen = (person: TestPerson, researcher: string, session: RecruitingStudy, at: string) =>
  run.source.query(
    `SET LOCAL ROLE commonlab_link; INSERT INTO identity.roster_access (id, account_id, researcher_id, study_id, session_id, at)
     VALUES ('${randomUUID()}', '${person._id}', '${researcher}', '${session.study_id}', '${session.session_id}', '${at}')`,
  );

describe('An access to a roster', () => {
  it('is shown with study, researcher and time to the people whose names it showed, and to no others', async () => {
    const study = await recruit(run, { privacy_level: 'roster_on_start', title: 'Faces' });
    const [person, beside] = [await started(study), await makePerson(run.source)];
    expect(await accesses(person)).toEqual({ items: [], next_cursor: null });
    await open(study);
    const { items } = await accesses(person);
    expect(items).toEqual([
      {
        _id: expect.any(String) as string,
        at: expect.any(String) as string,
        times: 1,
        study: { _id: study.study_id, title: 'Faces' },
        researcher: {
          _id: study.researcher._id,
          first_name: 'Ada',
          last_name: 'Lovelace',
          organization: 'University of Somewhere',
        },
      },
    ]);
    expect((await accesses(beside)).items).toEqual([]);
    await run.http().get('/api/roster-accesses/').expect(401);
  });

  it('is not shown if the roster showed no names', async () => {
    const study = await recruit(run, { privacy_level: 'anonymous' });
    const person = await started(study);
    await open(study);
    expect((await accesses(person)).items).toEqual([]);
  });

  it('is recorded once a day for each researcher and session, with the first time of the day', async () => {
    const [one, two] = [
      await recruit(run, { privacy_level: 'roster_on_start' }),
      await recruit(run, { privacy_level: 'roster_on_start' }),
    ];
    const [person, other] = [await makePerson(run.source), await makeResearcher(run.source)];
    for (const at of ['2026-03-01T10:05:00Z', '2026-03-02T00:00:00Z'])
      await seen(person, one.researcher._id, one, at);
    await seen(person, other._id, one, '2026-03-01T10:30:00Z');
    await seen(person, one.researcher._id, two, '2026-03-01T10:31:00Z');
    await expect(
      seen(person, one.researcher._id, one, '2026-03-01T23:59:59Z'),
    ).rejects.toMatchObject({ constraint: 'roster_access_once_a_day' });
    expect(
      (await accesses(person)).items.map((a) => [
        a.at,
        a.times,
        a.researcher?._id === other._id,
        a.study?._id,
      ]),
    ).toEqual([
      ['2026-03-02T00:00:00.000Z', 1, false, one.study_id],
      ['2026-03-01T10:31:00.000Z', 1, false, two.study_id],
      ['2026-03-01T10:30:00.000Z', 1, true, one.study_id],
      ['2026-03-01T10:05:00.000Z', 1, false, one.study_id],
    ]);
  });

  it('keeps the first time of the day when the roster is opened several times', async () => {
    const study = await recruit(run, { privacy_level: 'roster_on_start' });
    const person = await started(study);
    await Promise.all([open(study), open(study), open(study)]);
    const first = (await accesses(person)).items;
    const late = await started(study);
    await open(study);
    const again = (await accesses(person)).items;
    expect(again.at(-1)).toEqual(first.at(-1));
    // There are two recorded accesses if midnight (UTC) passed between the two openings.
    expect(new Set(again.map(({ at }) => at.slice(0, 10))).size).toBe(again.length);
    expect((await accesses(late)).items).toHaveLength(1);
  });

  it('is listed in pages, newest first, each once, also if times differ by microseconds only', async () => {
    const study = await recruit(run, { privacy_level: 'roster_on_start' });
    const person = await makePerson(run.source);
    const researchers = Array.from({ length: 7 }, () => randomUUID());
    for (const [i, id] of researchers.entries())
      await seen(person, id, study, `2026-03-01T10:00:00.00000${Math.floor(i / 2)}Z`);
    const all = (await accesses(person)).items.map((a) => a._id);
    expect(new Set(all).size).toBe(7);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await accesses(person, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      paged.push(...page.items.map((a) => a._id));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all);
    expect(
      (await accesses(person)).items.every((a) => a.researcher === null && a.study !== null),
    ).toBe(true);
    await run.http().get('/api/roster-accesses/?cursor=nonsense').set(person.headers).expect(400);
    await run
      .http()
      .get(
        `/api/roster-accesses/?cursor=${Buffer.from(JSON.stringify({ at: '9'.repeat(17), id: randomUUID() })).toString('base64url')}`,
      )
      .set(person.headers)
      .expect(200);
  });
});

describe('The erasure of a researcher', () => {
  it('deletes copies of people whose names they saw, except waiting ones, and informs these people', async () => {
    const study = await recruit(run, { privacy_level: 'roster_on_start' });
    const [one, two, beside] = [
      await started(study),
      await started(study),
      await makePerson(run.source),
    ];
    await open(study);
    for (const state of ['ready', 'ready', 'failed', 'running']) await exportOf(one, state);
    await exportOf(two, 'waiting');
    await exportOf(beside, 'ready');
    await run.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [
      study.researcher._id,
      run.clock.now(),
    ]);
    const states = async (person: TestPerson) =>
      (
        await run.source.query<{ state: string }[]>(
          'SELECT state FROM identity.export WHERE account_id = $1 ORDER BY state',
          [person._id],
        )
      ).map((row) => row.state);
    expect(await run.app.get(CommandBus).execute(new PurgeAccount(study.researcher._id))).toBe(
      true,
    );
    expect([await states(one), await states(two), await states(beside)]).toEqual([
      ['expired', 'expired', 'expired', 'failed'],
      ['waiting'],
      ['ready'],
    ]);
    expect(
      await run.source.query(
        `SELECT data ->> 'account_id' AS id FROM platform.outbox
         WHERE name = 'identity.export-expired' AND data ->> 'account_id' = ANY($1)`,
        [[one, two, beside].map((person) => person._id)],
      ),
    ).toEqual(Array(3).fill({ id: one._id }));
  });
});
