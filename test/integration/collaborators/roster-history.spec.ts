/** @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL) */
import type { Study } from '../../../contracts/studies/studies';
import { bodyOf } from '../../support/app/body-of';
import type { RunningApp } from '../../support/app/launch-app';
import { makePerson, type TestPerson } from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { printSeededRandom } from '../../support/chance/seeded';
import { sharedApp } from '../../support/app/shared-app';
import { privacyLevelRequestsOf } from '../enrolment/rosters/levels';
import { collaboratorRequestsOf } from './calls';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

/** The time limit in milliseconds: about four hundred requests, one after the other. */
const manyRequests = 60_000;

it(
  'after random openings of a roster, a collaborator sees names only if the page named that person at enrolment',
  async () => {
    const chance = printSeededRandom('openings of rosters');
    const [access, on] = [collaboratorRequestsOf(run), privacyLevelRequestsOf(run)];
    const first = await recruit(run, { privacy_level: 'roster_on_start', capacity: 20 });
    const { researcher: owner, study_id } = first;
    const people: TestPerson[] = [];
    for (const role of ['editor', 'viewer', 'viewer'] as const)
      people.push(await access.joined(owner, study_id, role));
    const sessions: { r: RecruitingStudy; promised: readonly string[] }[] = [];

    /** Lists the people of whom the study's page says that they see the participants' names. */
    const listed = async ({ session_id }: RecruitingStudy) => {
      const page = run.http().get(`/api/studies/${study_id}/?session=${session_id}`).expect(200);
      return (await bodyOf<Study>(page)).names_shown_to.map(({ _id }) => _id).sort();
    };
    const reading = async ({ session_id }: RecruitingStudy) => {
      const found: string[] = [];
      for (const one of [owner, ...people]) {
        const path = `/api/sessions/${session_id}/roster/?names=true`;
        const { text } = await run.http().get(path).set(one.headers);
        if (text.includes('Grace')) found.push(one._id);
      }
      return found.sort();
    };
    const launches = async () => {
      const r = await on.another(first, 'roster_on_start');
      const promised = await listed(r);
      await on.takePart(r, await makePerson(run.source, { first_name: 'Grace' }), 'start');
      sessions.push({ r, promised });
    };
    const acts: ((one: TestPerson) => Promise<unknown>)[] = [
      launches,
      (one) => access.setRoster(owner, study_id, one),
      (one) => access.setRoster(owner, study_id, one),
      (one) => access.setRoster(owner, study_id, one, false),
      (one) =>
        access.told(owner, 'put', `/api/studies/${study_id}/collaborators/${one._id}/`, {
          role: chance.int(2) === 0 ? 'editor' : 'viewer',
        }),
      async (one) => {
        await access.told(owner, 'delete', `/api/studies/${study_id}/collaborators/${one._id}/`);
        await access.join(owner, study_id, one, 'viewer');
      },
      // The owner opens or closes the roster while a session is launched. The page of the session
      // names the collaborator exactly if the roster was open at the launch.
      (one) => Promise.all([launches(), access.setRoster(owner, study_id, one)]),
      (one) => Promise.all([launches(), access.setRoster(owner, study_id, one, false)]),
    ];
    let readings = 0;
    for (let act = 0; act < 24; act++) {
      const one = people[chance.int(people.length)];
      if (one) await acts[chance.int(acts.length)]?.(one);
      for (const { r, promised } of sessions.slice(-4)) {
        const now = await reading(r);
        expect(now).toEqual(await listed(r));
        expect(promised).toEqual(expect.arrayContaining(now));
        readings += now.length - 1;
      }
    }
    // At the end, the owner opens the roster to all collaborators: this affects the next launch,
    // and no earlier one.
    for (const one of people) await access.setRoster(owner, study_id, one);
    await launches();
    const last = sessions.at(-1);
    expect(last && (await reading(last.r))).toHaveLength(4);
    expect(readings).toBeGreaterThanOrEqual(0);
  },
  manyRequests,
);
