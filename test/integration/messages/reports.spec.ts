import type { MessageReport } from '../../../contracts/messages/message-reports';
import type { Message } from '../../../contracts/messages/messages';
import type { RunningApp } from '../../support/app/launch-app';
import { makeAdministrator, type TestPerson } from '../../support/people/people';
import { sharedApp } from '../../support/app/shared-app';
import { errorCodeOf } from '../enrolment/rosters/levels';
import { conversationRequestsOf } from './conversations';

let run: RunningApp;
let calls: ReturnType<typeof conversationRequestsOf>;
let administrator: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  calls = conversationRequestsOf(run);
  administrator = await makeAdministrator(run.source);
});
afterAll(() => run.close());

/** Makes a conversation whose participant reported the second of three messages. */
async function reported() {
  const it = await calls.talk('anonymous');
  const { researcher } = it.study;
  const said = async (path: string, who: TestPerson, text: string) =>
    ((await calls.write(path, who, text, true).expect(201)).body as Message)._id;
  const asked = await said(it.ofParticipant, it.participant, 'Is there a room 12?');
  const rude = await said(it.ofResearcher, researcher, 'Do not ask such things');
  await said(it.ofParticipant, it.participant, 'I will complain');
  await calls
    .post(`${it.ofParticipant}${rude}/report/`, it.participant, { reason: 'Rude' })
    .expect(204);
  const reports = await calls.listed<MessageReport>(
    '/api/message-reports/?limit=200',
    administrator,
  );
  const report = reports.find(({ study_id }) => study_id === it.study.study_id);
  return { ...it, asked, rude, report };
}
const decide = (id: string, decision: string) =>
  run.http().put(`/api/message-reports/${id}/`).set(administrator.headers).send({ decision });

describe('A reported message', () => {
  it('is mailed to administrators once for its conversation, however many more of its messages are reported', async () => {
    const it = await reported();
    for (const text of ['And more', 'And more again']) {
      const sent = await calls.write(it.ofResearcher, it.study.researcher, text).expect(201);
      const path = `${it.ofParticipant}${(sent.body as Message)._id}/report/`;
      await calls.post(path, it.participant, { reason: 'Rude' }).expect(204);
    }
    const mails: { n: number; reports: number }[] = await run.source.query(
      `SELECT count(o.id)::int AS n, count(*)::int AS reports
       FROM research.message m JOIN research.message_report r ON r.message_id = m.id
       LEFT JOIN platform.outbox o ON o.data ->> 'report_id' = r.id::text
       WHERE m.participation_id = $1`,
      [it.id],
    );
    expect(mails).toEqual([{ n: 1, reports: 3 }]);
  });

  it('is shown to administrators only, without the rest of the conversation and without names', async () => {
    const it = await reported();
    expect(it.report).toEqual({
      _id: it.report?._id,
      state: 'open',
      reported_by: 'participant',
      reason: 'Rude',
      day: new Date().toISOString().slice(0, 10),
      text: 'Do not ask such things',
      study_id: it.study.study_id,
      study_title: 'Attention and memory',
    });
    await run.http().get(it.ofParticipant).set(administrator.headers).expect(404);
    await run.http().get('/api/message-reports/').set(it.participant.headers).expect(403);
    const [row]: { reason: Buffer }[] = await run.source.query(
      `SELECT reason FROM research.message_report WHERE id = $1`,
      [it.report?._id],
    );
    expect(row?.reason.toString('latin1')).not.toContain('Rude');
  });

  it('has to be from the other side of the reporter’s own conversation', async () => {
    const it = await reported();
    const other = await calls.talk('anonymous');
    const report = (path: string, who: TestPerson, message: string) =>
      calls.post(`${path}${message}/report/`, who, { reason: 'Why' });
    await report(it.ofParticipant, it.participant, it.asked).expect(404);
    await report(it.ofResearcher, it.study.researcher, it.rude).expect(404);
    await report(other.ofParticipant, other.participant, it.rude).expect(404);
    await report(it.ofResearcher, it.study.researcher, it.asked).expect(204);
  });

  it('is reported and decided once, and is removed for both sides if the decision says so', async () => {
    const it = await reported();
    await calls
      .post(`${it.ofParticipant}${it.rude}/report/`, it.participant, { reason: 'Again' })
      .expect(204);
    const id = it.report?._id ?? '';
    await decide(id, 'removed').expect(200);
    await decide(id, 'removed').expect(200);
    expect(errorCodeOf(await decide(id, 'dismissed').expect(409))).toBe('already_decided');
    for (const [path, who] of [
      [it.ofParticipant, it.participant],
      [it.ofResearcher, it.study.researcher],
    ] as const) {
      const all = await calls.listed<Message>(path, who);
      expect(all.find(({ _id }) => _id === it.rude)).toMatchObject({ removed: true, text: '' });
      expect(all.filter(({ removed }) => !removed)).toHaveLength(2);
    }
    const audit: { details: object }[] = await run.source.query(
      `SELECT details FROM platform.audit WHERE action = 'message-report-decided'
       AND details ->> 'report_id' = $1`,
      [id],
    );
    expect(audit).toEqual([{ details: { report_id: id, decision: 'removed' } }]);
  });
});
