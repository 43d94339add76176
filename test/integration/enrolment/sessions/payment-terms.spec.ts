import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePerson, makeResearcher } from '../../../support/people/people';
import { recruit } from '../../../support/people/recruiting';
import { participationRequestsOf } from '../decisions/ends';
import { schedulingRequestsOf } from './scheduling';
import { days } from '../../../../server/platform/concurrency/clock';

const terms = { how: 'bank transfer', within_days: 14 };
const others = { how: 'cash', within_days: 3 };
const reward = { amount: 500, currency: 'EUR' };

let run: RunningApp;
let on: ReturnType<typeof schedulingRequestsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await sharedApp({ clock });
  on = schedulingRequestsOf(run);
  ends = participationRequestsOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const edit = (study: string, who: Awaited<ReturnType<typeof makeResearcher>>, body: object) =>
  on.call('put', `/api/studies/${study}/`, who, body);

describe('The launch of a session with a reward', () => {
  it('is refused without payment terms, and succeeds with them', async () => {
    const researcher = await makeResearcher(run.source);
    const { study, session } = await on.draft(researcher);
    expect((await edit(study, researcher, { payment_terms: null })).status).toBe(200);
    const refused = await on.change(session, researcher, { state: 'active' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'payment_terms_missing' } });
    await edit(study, researcher, { payment_terms: terms });
    expect((await on.change(session, researcher, { state: 'active' })).body.state).toBe('active');
  });

  it('is refused without payment terms if only the session has a reward', async () => {
    const researcher = await makeResearcher(run.source);
    const { study, session } = await on.draft(researcher);
    await edit(study, researcher, { payment_terms: null, reward: null });
    const launch = (amount: number) =>
      on.change(session, researcher, { state: 'active', reward: { ...reward, amount } });
    expect((await launch(500)).body.code).toBe('payment_terms_missing');
    expect((await launch(0)).body.state).toBe('active');
  });

  it('keeps a reward that the session got earlier, and needs terms for it', async () => {
    const researcher = await makeResearcher(run.source);
    const { study, session } = await on.draft(researcher);
    await edit(study, researcher, { payment_terms: null, reward: null });
    expect((await on.change(session, researcher, { reward })).body).toMatchObject({ reward });
    const launch = () => on.change(session, researcher, { state: 'active' });
    expect((await launch()).body.code).toBe('payment_terms_missing');
    await edit(study, researcher, { payment_terms: terms });
    expect((await launch()).body).toMatchObject({ state: 'active', reward });
  });

  it('needs visible terms: a study refuses terms of invisible characters', async () => {
    const researcher = await makeResearcher(run.source);
    const { study } = await on.draft(researcher);
    for (const how of ['\u200b\u2060', '\u2800', 'a\u202eb']) {
      const { body } = await edit(study, researcher, { payment_terms: { ...terms, how } });
      expect(body.fields).toMatchObject([{ path: 'payment_terms.how', code: 'invalid_text' }]);
    }
  });

  it('needs no terms if the session is unpaid, and then the session cannot get a reward later', async () => {
    const researcher = await makeResearcher(run.source);
    const { study, session } = await on.draft(researcher);
    await edit(study, researcher, { payment_terms: null, reward: null });
    expect((await on.change(session, researcher, { state: 'active' })).body.state).toBe('active');
    await edit(study, researcher, { payment_terms: terms });
    expect((await on.change(session, researcher, { reward })).body.code).toBe(
      'payment_terms_missing',
    );
  });
});

describe('The payment terms of a launched session', () => {
  it('are shown as they were at the launch, with the payer, on the study’s page and in the history', async () => {
    const r = await recruit(run);
    await edit(r.study_id, r.researcher, { payment_terms: others });
    const person = await makePerson(run.source);
    const page = async (who: typeof person) =>
      (await on.call('get', `/api/studies/${r.study_id}/`, who)).body;
    expect(await page(person)).toMatchObject({ payment_terms: terms });
    expect(await page(r.researcher)).toMatchObject({
      payment_terms: others,
      launched_version: { changed: ['payment_terms'] },
    });
    const enrolled = await ends.enrol(r, person);
    const { researcher: payer } = (await page(person)) as unknown as { researcher: object };
    expect(payer).toMatchObject({ _id: r.researcher._id });
    expect(enrolled.body).toMatchObject({ payment_terms: terms, pay_by: null });
    expect(await ends.mine(person, enrolled.body._id)).toMatchObject({
      payment_terms: terms,
      pay_by: null,
    });
    for (const { payer: named } of [enrolled.body, await ends.mine(person, enrolled.body._id)] as {
      payer?: object;
    }[])
      expect(payer).toMatchObject(named ?? { payer: 'nobody' });
  });

  it('count their days from the approval, or from the day of the automatic approval', async () => {
    const { r, person, id } = await ends.completed();
    const after = (at: string | null) => new Date(Date.parse(at ?? '') + days(14)).toISOString();
    const completed = await ends.mine(person, id);
    expect(completed).toMatchObject({ state: 'completed', pay_by: after(completed.due_at) });
    clock.advance(days(2));
    await ends.act(id, r.researcher, { action: 'approve' });
    const approved = await ends.mine(person, id);
    expect(approved).toMatchObject({ state: 'approved', pay_by: after(approved.updated_at) });
    await ends.act(id, person, { action: 'withdraw-data' });
    expect(await ends.mine(person, id)).toMatchObject({ pay_by: after(approved.updated_at) });
    const mail = await ends.mail('decided', 'enrolment.participant-decided', r, id);
    expect(mail?.content.text).toContain('Reward: €4.50');
    expect(mail?.content.text).toContain('pays within 14 days after approval, by');
  });

  it('are null for a launch from before the terms existed', async () => {
    const r = await recruit(run);
    await run.source.query(
      `UPDATE research.session SET snapshot = snapshot - 'payment_terms' WHERE id = $1`,
      [r.session_id],
    );
    const person = await makePerson(run.source);
    const enrolled = await ends.enrol(r, person);
    expect(enrolled.body).toMatchObject({ reward: { amount: 450 } });
    expect(await ends.mine(person, enrolled.body._id)).toMatchObject({ payment_terms: null });
    expect(
      (await on.change(r.session_id, r.researcher, { reward: { amount: 900, currency: 'EUR' } }))
        .status,
    ).toBe(200);
  });
});
