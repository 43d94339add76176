/** @engines both: the mail is sent by workers */
import { startApp, type OwnApp } from '../../support/app';
import { makeResearcher } from '../../support/people';
import { unique } from '../../support/unique';
import { eventually } from '../../support/wait';
import { startTestWorkers } from '../../support/workers';
import type { RunningWorkers } from '../../../workers/start';
import { Inbox } from '../mail/inbox';
import { makeStudy } from '../studies/fixtures';
import { accessOf } from './calls';

// Workers of its own, which send to a mail server of its own.
const inbox = new Inbox();
let run: OwnApp;
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

describe('The mail of an invitation to a study', () => {
  it('has the link, and neither title nor words of the inviter', async () => {
    const access = accessOf(run);
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
