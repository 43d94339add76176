/**
 * @engines one: refusals depend on rows only, and on no queue, so it runs with only one kind of
 * queue (Redis or PostgreSQL)
 */
import type { RunningApp } from '../../support/app/launch-app';
import { makeAdministrator, makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { sharedApp } from '../../support/app/shared-app';
import { accountAdminRequestsOf } from '../accounts/administering';
import { makeConsent, makeStudy } from '../studies/fixtures';
import { collaboratorRequestsOf } from './calls';

let run: RunningApp;
let access: ReturnType<typeof collaboratorRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  access = collaboratorRequestsOf(run);
});
afterAll(() => run.close());

const set = (person: TestPerson, session: string, state: string) =>
  access.told(person, 'put', `/api/sessions/${session}/`, { state });
const close = ({ researcher, session_id }: RecruitingStudy) =>
  set(researcher, session_id, 'closed');
const newSession = async (person: TestPerson, study: string) => {
  const answer = await run
    .http()
    .post(`/api/studies/${study}/sessions/`)
    .set(person.headers)
    .send({ capacity: 5 })
    .expect(201);
  return (answer.body as { _id: string })._id;
};
const ownerOf = async (study: string) => {
  const [row] = await run.source.query<{ owner_id: string }[]>(
    `SELECT owner_id FROM research.study WHERE id = $1`,
    [study],
  );
  return row?.owner_id;
};

describe('A participant of a study', () => {
  it('cannot become its owner: the owner is not informed, and the offer stays open', async () => {
    const recruiting = await recruit(run, { reward: null });
    const { researcher: owner, study_id, session_id, consent } = recruiting;
    const participant = await makeResearcher(run.source);
    const seat = `/api/sessions/${session_id}/participations/`;
    expect(await access.told(participant, 'post', seat, { consent })).toBe(201);
    await close(recruiting);
    expect(await access.offer(owner, study_id, participant.email)).toBe(201);
    const before = await access.people(owner, study_id);
    const events = () =>
      run.source.query<unknown[]>(
        `SELECT name FROM platform.outbox WHERE data ->> 'study_id' = $1 ORDER BY id`,
        [study_id],
      );
    const recorded = await events();
    const key = await access.offerKeyOf(study_id);
    expect(await access.takeOverByKey(participant, key)).toBe('takes_part');
    expect(await access.people(owner, study_id)).toEqual(before);
    expect(await events()).toEqual(recorded);
    expect(before.offer).toMatchObject({ to: null, email: participant.email });
  });
});

describe('A study that its owner wants to transfer', () => {
  it('cannot be transferred while a launched session is open, nor to a researcher without approval', async () => {
    const recruiting = await recruit(run, { reward: null });
    const { researcher: owner, study_id } = recruiting;
    const pending = await access.joined(owner, study_id, 'editor', { researcher_privilege: null });
    expect(await access.offer(owner, study_id, pending)).toBe('study_recruiting');
    await close(recruiting);
    expect(await access.offer(owner, study_id, pending)).toBe(201);
    expect(await access.takeOver(pending, study_id)).toBe('take_over_not_approved');
    await run.source.query(
      `UPDATE identity.account SET researcher_privilege = true WHERE id = $1`,
      [pending._id],
    );
    expect(await set(owner, await newSession(owner, study_id), 'active')).toBe(200);
    expect(await access.takeOver(pending, study_id)).toBe('study_recruiting');
  });

  it('cannot be transferred while a rule connects it with another study of its owner, in either direction', async () => {
    const owner = await makeResearcher(run.source);
    const [first, next] = [await makeStudy(run, owner), await makeStudy(run, owner)];
    const rule = (studies: string[]) =>
      access.told(owner, 'put', `/api/studies/${next}/`, {
        eligibility: studies.length ? [{ filter: 'completed_any_of', studies }] : [],
      });
    const other = await access.joined(owner, first, 'editor');
    await access.join(owner, next, other, 'editor');
    expect(await access.offer(owner, first, other)).toBe(201);
    expect(await rule([first])).toBe(200);
    expect(await access.takeOver(other, first)).toBe('study_tied');
    expect(await access.offer(owner, next, other)).toBe('study_tied');
    // The owner launches the session while the study has an eligibility rule about the other study.
    // When the study loses the rule, the session keeps it.
    await makeConsent(run, owner, next);
    const session = await newSession(owner, next);
    expect(await set(owner, session, 'active')).toBe(200);
    expect(await rule([])).toBe(200);
    expect(await access.takeOver(other, first)).toBe('study_tied');
    expect(await set(owner, session, 'closed')).toBe(200);
    expect(await access.takeOver(other, first)).toBe(204);
  });

  it('is either launched or transferred if both requests are concurrent', async () => {
    for (let n = 0; n < 5; n++) {
      const owner = await makeResearcher(run.source);
      const study = await makeStudy(run, owner);
      await makeConsent(run, owner, study);
      const next = await access.joined(owner, study, 'editor');
      const session = await newSession(owner, study);
      await access.offer(owner, study, next, false);
      const [launched, passed] = await Promise.all([
        set(owner, session, 'active'),
        access.takeOver(next, study),
      ]);
      expect([launched, passed]).toEqual(
        (await ownerOf(study)) === owner._id ? [200, 'study_recruiting'] : ['not_found', 204],
      );
    }
  });
});

describe('An owner who leaves the platform', () => {
  it('can still transfer an offered study unless disabled, to an active account only', async () => {
    const administrator = await makeAdministrator(run.source);
    const { change, erase } = accountAdminRequestsOf(run, administrator);
    const owner = await makeResearcher(run.source);
    const [first, second] = [await makeStudy(run, owner), await makeStudy(run, owner)];
    const next = await access.joined(owner, first, 'editor');
    await access.join(owner, second, next, 'editor');
    await access.offer(owner, first, next);
    await access.offer(owner, second, next);
    await erase(owner._id).expect(202);
    expect(await access.takeOver(next, first)).toBe(204);
    await change(owner._id, { disabled: true, reason: 'Left' }).expect(200);
    expect(await access.takeOver(next, second)).toBe('not_found');
    const path = `/api/studies/${first}/transfer/`;
    await change(owner._id, { disabled: false, reason: 'Back' }).expect(200);
    expect(await access.told(next, 'post', path, { account: owner._id, stays: true })).toBe(201);
    // The new owner accepts while an administrator disables the new owner's account. Either the
    // study stays with the old owner, or it passes to the new owner before the account is disabled.
    const last = await makeResearcher(run.source);
    await access.takeBack(next, first);
    await access.offer(next, first, last.email);
    const key = await access.offerKeyOf(first);
    const [passed] = await Promise.all([
      access.takeOverByKey(last, key),
      change(last._id, { disabled: true, reason: 'x' }),
    ]);
    expect(await ownerOf(first)).toBe(passed === 200 ? last._id : next._id);
  });

  it.each(['disabled', 'about to be erased', 'not approved'] as const)(
    'keeps editors from recruiting when the owner is %s',
    async (how) => {
      const { researcher: owner, study_id, session_id } = await recruit(run);
      const editor = await access.joined(owner, study_id, 'editor');
      expect(await set(editor, session_id, 'paused')).toBe(200);
      await run.source.query(
        `UPDATE identity.account SET disabled_at = CASE $2 WHEN 'disabled' THEN now() END,
           deletion_at = CASE $2 WHEN 'about to be erased' THEN now() + interval '30 days' END,
           researcher_privilege = $2 <> 'not approved' WHERE id = $1`,
        [owner._id, how],
      );
      const fresh = await newSession(editor, study_id);
      const isApproved = how !== 'not approved';
      expect(await set(editor, fresh, 'active')).toBe(
        isApproved ? 'owner_unavailable' : 'owner_not_approved',
      );
      expect(await set(editor, session_id, 'active')).toBe(isApproved ? 'owner_unavailable' : 200);
    },
  );
});
