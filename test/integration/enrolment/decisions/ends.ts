import type { PartialPay } from '../../../../contracts/studies/payment-terms';
import { DeadlineEnforcer } from '../../../../server/enrolment/deadlines/deadlines';
import { participationEndMails } from '../../../../server/enrolment/mails/ended.mail';
import { overturnedDecisionMails } from '../../../../server/enrolment/mails/overturned.mail';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePeople, makePerson, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { injectedRequestsOf } from '../direct-requests';
import { writeParticipationMail } from '../written-mail';

interface Mine {
  _id: string;
  state: string;
  due_at: string | null;
  updated_at: string;
  reason: string | null;
  category: string | null;
  data_withdrawn_on: string | null;
  part_due: PartialPay | null;
}

/** Makes the requests of the tests about the ends of participations. */
export function participationRequestsOf(run: RunningApp) {
  const { ask, enrol } = injectedRequestsOf(run);
  const act = (id: string, who: TestPerson, body: object) =>
    ask('PUT', `/api/participations/${id}/`, who, body);
  return {
    ask,
    enrol,
    act,
    two: async (): Promise<[TestPerson, TestPerson]> => {
      const [a, b] = await makePeople(run.source, 2);
      if (!a || !b) throw new Error('two people');
      return [a, b];
    },
    /** Reads a participation as its participant sees it in the history. */
    mine: async (who: TestPerson, id: string): Promise<Mine> => {
      const { body } = await ask<{ items: Mine[] }>('GET', '/api/participations/', who);
      const found = body.items.find((p) => p._id === id);
      if (!found) throw new Error('not in the history');
      return found;
    },
    mail: (
      template: string,
      name:
        | 'enrolment.participant-left'
        | 'enrolment.participant-decided'
        | 'enrolment.lease-ending',
      r: RecruitingStudy,
      id: string,
    ) => writeParticipationMail(run, participationEndMails, template, name, r, id),
    overturnedMail: (r: RecruitingStudy, id: string) =>
      writeParticipationMail(
        run,
        overturnedDecisionMails,
        'overturned',
        'enrolment.decision-overturned',
        r,
        id,
      ),
    /** Makes a participant who completed a study, in a session that shows names. */
    completed: async (level = 'roster_on_start') => {
      const r = await recruit(run, { privacy_level: level });
      const person = await makePerson(run.source);
      const id = (await enrol(r, person)).body._id;
      for (const action of ['start', 'complete']) await act(id, person, { action });
      return { r, person, id };
    },
    sweep: () => run.app.get(DeadlineEnforcer, { strict: false }).endOverdue(),
  };
}
