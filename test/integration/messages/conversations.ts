import type { RunningApp } from '../../support/app/launch-app';
import { makePerson, type TestPerson } from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { bodyOf } from '../../support/app/body-of';
import { privacyLevelRequestsOf } from '../enrolment/rosters/levels';

/**
 * A participation, with the paths of its conversation for the participant and for the researcher.
 */
export interface TestConversation {
  study: RecruitingStudy;
  participant: TestPerson;
  id: string;
  entry: string;
  ofParticipant: string;
  ofResearcher: string;
}

/** Makes the HTTP calls of participants and researchers in conversations. */
export const conversationRequestsOf = (run: RunningApp) => {
  const post = (path: string, who: TestPerson, body: object, key?: string) => {
    const call = run.http().post(path).set(who.headers);
    return (key === undefined ? call : call.set('Idempotency-Key', key)).send(body);
  };
  const calls = {
    post,
    /**
     * Adds a participant, and the paths of their conversation, to the given study or to a new one.
     */
    talk: async (level: string, of?: RecruitingStudy): Promise<TestConversation> => {
      const study = of ?? (await recruit(run, { privacy_level: level, capacity: 20 }));
      const participant = await makePerson(run.source);
      const on = privacyLevelRequestsOf(run);
      const before = of ? (await on.roster(study)).map(({ tag }) => tag) : [];
      const id = await on.takePart(study, participant);
      const line = (await on.roster(study)).find(({ tag }) => !before.includes(tag));
      const entry = line?.entry ?? '';
      return {
        study,
        participant,
        id,
        entry,
        ofParticipant: `/api/participations/${id}/messages/`,
        ofResearcher: `/api/sessions/${study.session_id}/roster/${entry}/messages/`,
      };
    },
    write: (path: string, who: TestPerson, text: string, confirmed = false) =>
      post(path, who, { text, ...(confirmed && { ends_anonymity: true }) }),
    read: (path: string, who: TestPerson, position: number) =>
      run.http().put(`${path}read/`).set(who.headers).send({ position }),
    get: <T>(path: string, who: TestPerson) =>
      bodyOf<T>(run.http().get(path).set(who.headers).expect(200)),
    listed: async <T>(path: string, who: TestPerson) =>
      (await calls.get<{ items: T[] }>(path, who)).items,
  };
  return calls;
};
