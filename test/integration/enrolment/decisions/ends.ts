import type { PartPay } from '../../../../contracts/studies/payment-terms';
import { Deadlines } from '../../../../server/enrolment/deadlines/deadlines';
import { endedMails } from '../../../../server/enrolment/mails/ended.mail';
import { overturnedMails } from '../../../../server/enrolment/mails/overturned.mail';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePeople, makePerson, type TestPerson } from '../../../support/people/people';
import { recruit, type Recruiting } from '../../../support/people/recruiting';
import { directRequestsOf } from '../direct-requests';
import { writtenMail } from '../written-mail';

interface Mine {
  _id: string;
  state: string;
  due_at: string | null;
  updated_at: string;
  reason: string | null;
  category: string | null;
  data_withdrawn_on: string | null;
  part_due: PartPay | null;
}

/** Actions and reads of the tests about the ends of participations. */
export function endsOf(run: RunningApp) {
  const { ask, enrol } = directRequestsOf(run);
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
    /** The participation as shown to its participant in the history. */
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
      r: Recruiting,
      id: string,
    ) => writtenMail(run, endedMails, template, name, r, id),
    overturnedMail: (r: Recruiting, id: string) =>
      writtenMail(run, overturnedMails, 'overturned', 'enrolment.decision-overturned', r, id),
    /** Makes a participant who completed a study, in a session that shows names. */
    completed: async (level = 'roster_on_start') => {
      const r = await recruit(run, { privacy_level: level });
      const person = await makePerson(run.source);
      const id = (await enrol(r, person)).body._id;
      for (const action of ['start', 'complete']) await act(id, person, { action });
      return { r, person, id };
    },
    sweep: () => run.app.get(Deadlines, { strict: false }).endOverdue(),
  };
}
