/**
 * @engines long: workers get the jobs for the emails from a queue, so `npm test -- long` runs it
 * with both kinds of queue (Redis and PostgreSQL)
 */
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makeAdministrator, makePerson, makeResearcher } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { unique } from '../../support/chance/unique';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import type { RunningWorkers } from '../../../workers/start';
import { Inbox } from '../mail/inbox';
import { accountAdminRequestsOf } from '../accounts/administering';
import { makeStudy } from '../studies/fixtures';
import { eraseAccount } from '../accounts/deletion/erased';
import { collaboratorRequestsOf } from './calls';

// An application with its own workers, which send to a mail server of the test.
const inbox = new Inbox();
let run: SeparateApp;
let workers: RunningWorkers;
beforeAll(async () => {
  await inbox.start();
  run = await startApp({ environment: { SMTP_URL: inbox.url } });
  workers = await startTestWorkers(run);
});
afterAll(async () => {
  await workers.close();
  await run.close();
  await inbox.stop();
});

describe('The email of an invitation to a study', () => {
  it('contains the link, and neither the title nor words of the inviter', async () => {
    const access = collaboratorRequestsOf(run);
    const owner = await makeResearcher(run.source, { first_name: 'Ada', last_name: 'Lovelace' });
    const study = await makeStudy(run, owner, { title: 'Buy at spam.test' });
    const email = `invited-${unique()}@people.test`;
    await access.invite(owner, study, email, 'viewer');
    const [mail] = await eventually(
      () => inbox.to(email),
      (all) => all.length > 0,
    );
    expect(mail?.subject).toBe('An invitation to work on a study');
    expect(mail?.text).toContain('Ada Lovelace invites you to view a study');
    expect(mail?.text).not.toContain('spam.test');
    const key = /\/collaborate#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await access.answer(await makeResearcher(run.source), key)).toBe(200);
  });
});

/**
 * Waits for an email to this address that contains these words in its subject or text. Does not
 * depend on the number of emails: if a person answers an invitation before its email is sent, the
 * server never sends this email.
 */
const mailTo = async ({ email }: { email: string }, words: string) => {
  const all = await eventually(
    () => inbox.to(email),
    (found) => found.some((mail) => has(mail, words)),
  );
  const mail = all.find((one) => has(one, words));
  return { subject: mail?.subject ?? '', text: mail?.text ?? '' };
};
const has = ({ subject, text }: { subject?: string; text?: string }, words: string) =>
  `${subject} ${text}`.includes(words);

/**
 * The time limit in milliseconds: each of several emails waits for relay, queue and mail server.
 */
const severalMails = 30_000;

describe('A collaborator of a study', () => {
  it(
    'gets an email about a changed or ended role, and the owner gets one when a collaborator leaves',
    async () => {
      const access = collaboratorRequestsOf(run);
      const owner = await makeResearcher(run.source);
      const study = await makeStudy(run, owner, { title: 'Faces' });
      const editor = await access.joined(owner, study, 'editor', { first_name: 'Eve' });
      const viewer = await access.joined(owner, study, 'viewer', { language: 'de' });
      const path = (id: string) => `/api/studies/${study}/collaborators/${id}/`;
      expect(await access.told(owner, 'put', path(editor._id), { role: 'viewer' })).toBe(200);
      await mailTo(editor, 'You are now a viewer of “Faces”');
      expect(await access.setRoster(owner, study, editor)).toBe(200);
      const { text } = await mailTo(editor, 'The roster of “Faces” is open to you');
      expect(text).toContain('Sessions that were launched before show you no names.');
      expect(await access.setRoster(owner, study, viewer)).toBe(200);
      await mailTo(viewer, 'Die Namensliste von „Faces“ ist für Sie offen');
      expect(await access.setRoster(owner, study, editor, false)).toBe(200);
      await mailTo(editor, 'The roster of “Faces” is closed to you');
      expect(await access.told(owner, 'delete', path(viewer._id))).toBe(204);
      await mailTo(viewer, 'Sie arbeiten nicht mehr an „Faces“');
      expect(await access.told(editor, 'delete', path(editor._id))).toBe(204);
      await mailTo(owner, 'Eve Lovelace no longer works on “Faces”');
    },
    severalMails,
  );

  it(
    'gets an email when the study is offered, declined or transferred, if it concerns them',
    async () => {
      const access = collaboratorRequestsOf(run);
      const owner = await makeResearcher(run.source, { first_name: 'Old' });
      const study = await makeStudy(run, owner, { title: 'Buy at spam.test' });
      const next = await access.joined(owner, study, 'viewer', { first_name: 'New' });
      const other = await access.joined(owner, study, 'editor');
      const email = `offered-${unique()}@people.test`;
      await access.offer(owner, study, email);
      const offered = await mailTo({ email }, 'Old Lovelace wants to pass a study on to you');
      expect(offered.text).not.toContain('spam.test');
      const key = /\/collaborate#([\w-]+)/.exec(offered.text)?.[1] ?? '';
      const stranger = await makeResearcher(run.source, { first_name: 'Stranger' });
      expect(await access.takeOverByKey(stranger, key, 'decline')).toBe(200);
      const declined = await mailTo(owner, 'stays with you');
      expect(declined.text).not.toContain('Stranger');
      await access.offer(owner, study, next);
      await mailTo(next, `/experiments/details/${study}?tab=access`);
      expect(await access.takeOver(next, study)).toBe(204);
      await mailTo(next, 'is yours now');
      await mailTo(owner, 'You stay as an editor');
      await mailTo(other, 'Old Lovelace passed');
    },
    severalMails,
  );

  it(
    'gets an email with the day on which the owner’s account ends, and another one if that account stays after all',
    async () => {
      const access = collaboratorRequestsOf(run);
      const owner = await makeResearcher(run.source, { first_name: 'Leaving' });
      const study = await makeStudy(run, owner, { title: 'Faces' });
      const editor = await access.joined(owner, study, 'editor');
      const administrator = await makeAdministrator(run.source);
      await accountAdminRequestsOf(run, administrator).erase(owner._id).expect(202);
      const told = await mailTo(editor, 'A study you work on ends on');
      expect(told.text).toContain('Study: Faces');
      expect(told.text).toContain('ask Leaving Lovelace to pass it on');
      // A sign-in cancels the deletion of the owner's account. This owner has no password, so the
      // test cancels it in the database.
      await run.source.query(`UPDATE identity.account SET deletion_at = NULL WHERE id = $1`, [
        owner._id,
      ]);
      await run.app
        .get(UnitOfWork)
        .run((tx) =>
          Promise.resolve(tx.record('identity.deletion-cancelled', { account_id: owner._id })),
        );
      await mailTo(editor, 'A study you work on goes on');
    },
    severalMails,
  );
});

describe('A study whose owner was erased', () => {
  it(
    'is archived and readable for its collaborators, and its offer is deleted',
    async () => {
      const access = collaboratorRequestsOf(run);
      const {
        researcher: owner,
        study_id,
        session_id,
        consent,
      } = await recruit(run, { privacy_level: 'roster_on_start', reward: null });
      const editor = await access.joined(owner, study_id, 'editor');
      const participant = await makePerson(run.source);
      const seat = `/api/sessions/${session_id}/participations/`;
      const taken = await run.http().post(seat).set(participant.headers).send({ consent });
      const { _id: participation } = taken.body as { _id: string };
      const start = { action: 'start' };
      const path = `/api/participations/${participation}/`;
      expect(await access.told(participant, 'put', path, start)).toBe(200);
      const roster = `/api/sessions/${session_id}/roster/`;
      const named = await run.http().get(roster).set(owner.headers).expect(200);
      expect(named.body).toMatchObject({ items: [{ email: participant.email }] });
      await access.told(owner, 'put', `/api/sessions/${session_id}/`, { state: 'closed' });
      expect(await access.offer(owner, study_id, editor)).toBe(201);
      await eraseAccount(run, owner._id);
      expect(await access.takeOver(editor, study_id)).toBe('not_found');
      expect(await access.people(editor, study_id)).toMatchObject({
        people: [{ _id: editor._id, role: 'editor' }],
        offer: null,
      });
      const read = async (path: string) =>
        (await run.http().get(path).set(editor.headers).expect(200)).body as object;
      expect(await read(`/api/studies/${study_id}/`)).toMatchObject({ state: 'archived' });
      expect(await read(roster)).toMatchObject({ items: [{ state: 'started', email: null }] });
      expect(await access.told(editor, 'post', `/api/studies/${study_id}/copies/`)).toBe(201);
    },
    severalMails,
  );
});
