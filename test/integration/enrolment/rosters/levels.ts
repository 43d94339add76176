import type { z } from 'zod';
import type { RosterEntry } from '../../../../contracts/enrolment/rosters';
import type { PrivacyLevel } from '../../../../contracts/studies/studies';
import { moveStepsToYesterday } from '../../../support/people/a-day-ago';
import { bodyOf } from '../../../support/app/body-of';
import type { RunningApp } from '../../../support/app/launch-app';
import type { TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';

export type RosterEntryBody = z.output<typeof RosterEntry>;

/** Returns the code of a refusal; undefined if the request succeeded. */
export const errorCodeOf = ({ body }: { body: unknown }): string | undefined =>
  (body as { code?: string }).code;

/** Makes the calls of researchers and participants about sessions of several privacy levels. */
export const privacyLevelRequestsOf = (run: RunningApp) => {
  const send = (method: 'post' | 'put', path: string, who: TestPerson, body: object) =>
    run.http()[method](path).set(who.headers).send(body);
  const calls = {
    send,
    create: (r: Pick<RecruitingStudy, 'study_id' | 'researcher'>, privacy_level: PrivacyLevel) =>
      send('post', `/api/studies/${r.study_id}/sessions/`, r.researcher, {
        capacity: 20,
        privacy_level,
      }),
    launch: (session: string, who: TestPerson) =>
      send('put', `/api/sessions/${session}/`, who, { state: 'active' }),
    /** Launches a further session of the study. */
    async another(r: RecruitingStudy, privacy_level: PrivacyLevel): Promise<RecruitingStudy> {
      const { _id } = await bodyOf<{ _id: string }>(calls.create(r, privacy_level).expect(201));
      await calls.launch(_id, r.researcher).expect(200);
      return { ...r, session_id: _id };
    },
    /**
     * Makes a study with two sessions that recruit at the same time: one session shows names, the
     * other session is anonymous.
     */
    async both(options: { allow_repeats?: boolean } = {}) {
      const named = await recruit(run, {
        capacity: 20,
        privacy_level: 'roster_on_start',
        ...options,
      });
      return { named, anonymous: await calls.another(named, 'anonymous') };
    },
    enrol: (r: RecruitingStudy, who: TestPerson) =>
      send('post', `/api/sessions/${r.session_id}/participations/`, who, { consent: r.consent }),
    move: (id: string, who: TestPerson, action: string) =>
      send('put', `/api/participations/${id}/`, who, { action }),
    async takePart(r: RecruitingStudy, who: TestPerson, ...actions: string[]): Promise<string> {
      const { _id } = await bodyOf<{ _id: string }>(calls.enrol(r, who).expect(201));
      for (const action of actions) await calls.move(_id, who, action).expect(200);
      return _id;
    },
    /**
     * Reads the roster as it is on the next day, when an anonymous session shows the changes of
     * today.
     */
    roster: async (r: RecruitingStudy): Promise<RosterEntryBody[]> => {
      await moveStepsToYesterday(run, r.session_id);
      const roster = run
        .http()
        .get(`/api/sessions/${r.session_id}/roster/?limit=200`)
        .set(r.researcher.headers)
        .expect(200);
      return (await bodyOf<{ items: RosterEntryBody[] }>(roster)).items;
    },
  };
  return calls;
};
