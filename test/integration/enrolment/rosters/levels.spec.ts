import { randomUUID } from 'node:crypto';
import { Secrets } from '../../../../server/platform/security/secrets';
import { sharedApp } from '../../../support/app/shared-app';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePeople, makePerson } from '../../../support/people/people';
import { recruit } from '../../../support/people/recruiting';
import { errorCodeOf, privacyLevelRequestsOf } from './levels';

describe('Sessions of several privacy levels in one study', () => {
  let run: RunningApp;
  let on: ReturnType<typeof privacyLevelRequestsOf>;
  beforeAll(async () => {
    run = await sharedApp();
    on = privacyLevelRequestsOf(run);
  });
  afterAll(() => run.close());
  const rows = (study: string) =>
    run.source.query<{ session_id: string; state: string; pseudonym: Buffer }[]>(
      `SELECT session_id, state, pseudonym FROM research.participation WHERE study_id = $1`,
      [study],
    );

  it('share no tag and no pseudonym on rosters, in tables and in agreements', async () => {
    const { named, anonymous } = await on.both({ allow_repeats: true });
    const person = await makePerson(run.source);
    await on.takePart(anonymous, person, 'start', 'complete');
    await on.takePart(named, person, 'start');
    const [[hidden], [shown]] = [await on.roster(anonymous), await on.roster(named)];
    expect(shown).toMatchObject({ state: 'started', email: person.email });
    expect(hidden).toMatchObject({
      state: 'completed',
      email: null,
      participation_id: null,
      since: null,
    });
    expect(hidden?.tag).not.toBe(shown?.tag);
    for (const table of ['participation', 'agreement']) {
      const found: { pseudonym: Buffer }[] = await run.source.query(
        `SELECT DISTINCT pseudonym FROM research.${table} WHERE study_id = $1`,
        [named.study_id],
      );
      expect(found).toHaveLength(2);
    }
  });

  it('count as one study: a participant of one is refused in the other', async () => {
    const { named, anonymous } = await on.both();
    const [a, b] = await makePeople(run.source, 2);
    if (!a || !b) throw new Error('two people');
    await on.takePart(anonymous, a, 'start', 'complete');
    await on.takePart(named, b);
    expect((await on.enrol(named, a)).body).toMatchObject({ code: 'already_participated' });
    expect((await on.enrol(anonymous, b)).body).toMatchObject({ code: 'already_participated' });
    expect((await on.enrol(named, b)).status).toBe(200);
    expect(await rows(named.study_id)).toHaveLength(2);
  });

  it('give each of many people one seat when all enrol in both sessions at the same time', async () => {
    const { named, anonymous } = await on.both();
    const people = await makePeople(run.source, 12);
    const answers = await Promise.all(
      people.flatMap((who) => [on.enrol(named, who), on.enrol(anonymous, who)]),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
    expect(answers.filter((answer) => errorCodeOf(answer) === 'already_participated')).toHaveLength(
      12,
    );
    expect(await rows(named.study_id)).toHaveLength(12);
  });

  it('give a person one seat when the requests in both sessions are decided at the same moment', async () => {
    // A server process divides sessions into four groups by their ids, and handles the requests of
    // one group one after the other (seat-allocator.ts). So the two sessions must be of different
    // groups.
    const lane = (id: string) => Number.parseInt(id.slice(-2), 16) % 4;
    let pair = await on.both();
    while (lane(pair.named.session_id) === lane(pair.anonymous.session_id)) pair = await on.both();
    const { named, anonymous } = pair;
    const person = await makePerson(run.source);
    const holder = run.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`SELECT 1 FROM research.session WHERE study_id = $1 FOR UPDATE`, [
      named.study_id,
    ]);
    const answers = Promise.all([on.enrol(named, person), on.enrol(anonymous, person)]);
    const waiting = () =>
      run.source.query<object[]>(
        `SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
      );
    while ((await waiting()).length < 2);
    await holder.commitTransaction();
    await holder.release();
    expect((await answers).map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await rows(named.study_id)).toHaveLength(1);
  });

  it('let a participant who withdrew from one enrol in the other, without moving the participation', async () => {
    const { named, anonymous } = await on.both();
    const person = await makePerson(run.source);
    await on.takePart(anonymous, person, 'withdraw');
    const before = await on.roster(anonymous);
    await on.takePart(named, person, 'start');
    const strip = ({ tag, state, day }: { tag: string; state: string; day: string }) => [
      tag,
      state,
      day,
    ];
    expect((await on.roster(anonymous)).map(strip)).toEqual(before.map(strip));
    expect((await on.enrol(anonymous, person)).body).toMatchObject({
      code: 'already_participated',
    });
    const page = await run.http().get(`/api/studies/${named.study_id}/`).set(person.headers);
    expect(page.body).toMatchObject({
      enrolment: { button: 'started', session_id: named.session_id },
    });
  });

  it('find a participation under the older pseudonym, which was the same for all levels', async () => {
    const r = await recruit(run);
    const person = await makePerson(run.source);
    const id = randomUUID();
    await run.source.query(
      `INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive, moved_by)
       VALUES ($1, $2, $3, $4, 'enrolled', true, 'participant')`,
      [id, r.session_id, r.study_id, run.app.get(Secrets).formerPseudonym(r.study_id, person._id)],
    );
    expect((await on.enrol(r, person)).body).toMatchObject({ _id: id });
    for (const action of ['start', 'complete']) await on.move(id, person, action).expect(200);
    const other = await on.another(r, 'anonymous');
    expect((await on.enrol(other, person)).body).toMatchObject({ code: 'already_participated' });
    const page = await run.http().get(`/api/studies/${r.study_id}/`).set(person.headers);
    expect(page.body).toMatchObject({ enrolment: { button: 'finished', participation_id: id } });
    const next = await recruit(run, {
      researcher: r.researcher,
      eligibility: [{ filter: 'completed_any_of', studies: [r.study_id] }],
    });
    expect((await on.enrol(next, person)).status).toBe(201);
  });
});
