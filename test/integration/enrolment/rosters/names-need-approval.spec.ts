import { bodyOf } from '../../../support/app/body-of';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { recruit } from '../../../support/people/recruiting';
import { sharedApp } from '../../../support/app/shared-app';
import { makeConsent, makeStudy } from '../../studies/fixtures';
import { errorCodeOf, privacyLevelRequestsOf } from './levels';

const levels = ['roster_on_start', 'roster_on_completion'] as const;

describe('Without an approved researcher,', () => {
  let run: RunningApp;
  let on: ReturnType<typeof privacyLevelRequestsOf>;
  beforeAll(async () => {
    run = await sharedApp();
    on = privacyLevelRequestsOf(run);
  });
  afterAll(() => run.close());

  /** Makes a session by private link that is ready to launch. */
  const byLink = async (researcher: TestPerson, privacy_level: string) => {
    const study = await makeStudy(run, researcher, { privacy_level });
    await makeConsent(run, researcher, study);
    const { _id } = await bodyOf<{ _id: string }>(
      on
        .send('post', `/api/studies/${study}/sessions/`, researcher, {
          capacity: 5,
          audience: 'link',
        })
        .expect(201),
    );
    return _id;
  };
  const reviewed = (researcher: TestPerson, as: boolean | null) =>
    run.source.query(`UPDATE identity.account SET researcher_privilege = $2 WHERE id = $1`, [
      researcher._id,
      as,
    ]);

  it.each([null, false])(
    'a session that shows names cannot be launched, not even by private link, while the review is %s',
    async (researcher_privilege) => {
      const researcher = await makeResearcher(run.source, { researcher_privilege });
      for (const level of levels) {
        const session = await byLink(researcher, level);
        expect(errorCodeOf(await on.launch(session, researcher))).toBe('researcher_not_approved');
        await reviewed(researcher, true);
        await on.launch(session, researcher).expect(200);
        await reviewed(researcher, researcher_privilege);
      }
      await on.launch(await byLink(researcher, 'anonymous'), researcher).expect(200);
    },
  );

  it.each([null, false])(
    'a roster shows no names, and records no access for participants, once the review is %s',
    async (after) => {
      const r = await recruit(run, { privacy_level: 'roster_on_start' });
      const person = await makePerson(run.source);
      const participation = await on.takePart(r, person, 'start');
      await reviewed(r.researcher, after);
      expect(await on.roster(r)).toMatchObject([
        {
          state: 'started',
          participation_id: null,
          since: null,
          first_name: null,
          last_name: null,
          email: null,
        },
      ]);
      const { items } = await bodyOf<{ items: unknown[] }>(
        run.http().get('/api/roster-accesses/').set(person.headers).expect(200),
      );
      expect(items).toEqual([]);
      await reviewed(r.researcher, true);
      expect(await on.roster(r)).toMatchObject([
        { participation_id: participation, email: person.email },
      ]);
    },
  );
});
