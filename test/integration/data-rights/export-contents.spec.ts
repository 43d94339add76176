/**
 * @engines long: the worker gets the job for the copy from a queue, so `npm test -- long` runs it
 * with both kinds of queue (Redis and PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import { capabilities } from '../../../server/contexts';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, type RunningApp } from '../../support/app/app';
import { makeAdministrator, makeResearcher, type TestPerson } from '../../support/people/people';
import { type RecruitingStudy } from '../../support/people/recruiting';
import { startTestWorkers } from '../../support/app/workers';
import { Inbox } from '../mail/inbox';
import { classroomRequestsOf } from '../teaching/rigs/classrooms-rig';
import { exportRequestsOf } from './requesting';
import { makePersonWithData, studyTitle, dayAMonthAgo } from './person-with-data';

const exportedFiles = capabilities.exportFiles.map(({ name }) => name);

type Section = Record<string, unknown>[];
const inbox = new Inbox();
let run: RunningApp;
let workers: RunningWorkers;
let asking: ReturnType<typeof exportRequestsOf>;
let person: TestPerson;
let recruiting: RecruitingStudy;
let participationId: string;
let copy: Record<string, string>;
beforeAll(async () => {
  await inbox.start();
  run = await startApp({ environment: { SMTP_URL: inbox.url } });
  workers = await startTestWorkers(run);
  asking = exportRequestsOf(run);
  ({ person, recruiting, participationId } = await makePersonWithData(run, inbox));
  await run
    .http()
    .post(`/api/participations/${participationId}/messages/`)
    .set(person.headers)
    .send({ text: 'Which room?' })
    .expect(201);
  const teaching = classroomRequestsOf(run);
  const { code } = await teaching.openClassroom({ classroom: { title: 'Monday group' } });
  await teaching.join(person, code, { student_number: 'S-7' });
  copy = await asking.copyOf(person.headers);
});
afterAll(async () => {
  await workers.close();
  await run.close();
  await inbox.stop();
});

const parsed = (name: string, from = copy) =>
  JSON.parse(from[`${name}.json`] ?? '') as Record<string, Section>;

describe('The copy of a person’s data', () => {
  it('has a file for each kind of data, an index for programs, and a page in the person’s language', () => {
    expect(Object.keys(copy).sort()).toEqual(
      [...exportedFiles.map((name) => `${name}.json`), 'README.txt', 'index.json'].sort(),
    );
    const index = JSON.parse(copy['index.json'] ?? '') as {
      account_id: string;
      language: string;
      files: { name: string; explains: string; records: number }[];
      not_inside: string[];
    };
    expect(index).toMatchObject({ format: 1, account_id: person._id, language: 'de' });
    expect(index.files.map((f) => f.name)).toEqual(exportedFiles.map((name) => `${name}.json`));
    for (const { name, explains, records } of index.files) {
      expect(explains.length).toBeGreaterThan(20);
      expect(copy['README.txt']).toContain(explains);
      expect(records).toBe(
        Object.values(JSON.parse(copy[name] ?? '') as Record<string, Section>).flat().length,
      );
    }
    expect(copy['README.txt']).toContain('Ihre Kopie von allem');
    expect(index.not_inside).toHaveLength(5);
  });

  it('contains account and sign-in methods, without any secret with which others could sign in', () => {
    expect(parsed('account').account).toEqual([
      expect.objectContaining({
        id: person._id,
        email: person.email,
        first_name: 'Wilhelmina',
        last_name: 'Krüger',
        language: 'de',
        status: 'ACTIVE',
      }),
    ]);
    expect(parsed('demographics').demographics).toEqual([
      expect.objectContaining({ date_of_birth: '1990-04-01', education_level: 'master' }),
    ]);
    expect(parsed('sign-in-methods').identities).toEqual([
      expect.objectContaining({
        provider: 'google',
        issuer: 'https://accounts.google.com',
        subject: 'subject-77',
      }),
    ]);
    expect(parsed('sign-in-methods').known_places).toEqual([
      expect.objectContaining({ kind: 'browser', second_factor: true, last_day: dayAMonthAgo }),
    ]);
    expect(parsed('sign-ins').sign_ins).toHaveLength(1);
    expect(parsed('second-factor')).toMatchObject({
      authenticator_app: [{ confirmed_at: expect.any(String) as string }],
      passkeys: [{ name: 'Blauer Schlüssel' }],
      recovery_codes: [{ used_at: null }],
    });
    expect(parsed('under-way').password_resets).toHaveLength(1);
    const all = Object.values(copy).join('\n');
    for (const secret of [
      'totp-secret-bytes',
      'public-key-bytes',
      'known-place-bytes',
      'recovery-hash-bytes',
      person.token,
    ]) {
      for (const spelled of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
      ])
        expect(all).not.toContain(spelled);
    }
    expect(all).not.toMatch(/_hash"|"hash"|"secret"/);
  });

  it('contains participations, every change of their state, and the exact agreements', () => {
    const { participations, moves } = parsed('participations');
    const pseudonym = run.app
      .get(Secrets)
      .pseudonym(recruiting.study_id, 'roster_on_start', person._id)
      .toString('hex');
    expect(participations).toEqual([
      expect.objectContaining({
        id: participationId,
        state: 'completed',
        study_title: studyTitle,
        pseudonym,
        session: expect.objectContaining({
          privacy_level: 'roster_on_start',
          reward_amount: 450,
        }) as object,
      }),
    ]);
    expect(participations?.[0]).toMatchObject({ demographics: { education_level: 'master' } });
    expect(moves?.map((m) => m.to_state)).toEqual(['enrolled', 'started', 'completed']);
    expect(parsed('agreements').agreements).toEqual([
      expect.objectContaining({
        sha256: recruiting.consent.sha256,
        consent_version: 1,
        pseudonym,
        document: expect.objectContaining({ text: 'I agree to take part.' }) as object,
      }),
    ]);
  });

  it('contains the messages about the person’s participations in plain text', () => {
    expect(parsed('messages').messages).toEqual([
      expect.objectContaining({
        participation_id: participationId,
        sender: 'participant',
        text: 'Which room?',
      }),
    ]);
  });

  it('contains the classrooms, with title and role', () => {
    expect(parsed('teaching').classrooms).toEqual([
      {
        classroom: 'Monday group',
        state: 'open',
        role: 'student',
        student_number: 'S-7',
        joined_on: expect.any(String) as string,
      },
    ]);
  });

  it('contains who saw the name, sent emails, audit records, and the request for this copy', () => {
    expect(parsed('roster-accesses').own_name_shown).toEqual([
      expect.objectContaining({
        study_title: studyTitle,
        researcher: expect.objectContaining({
          id: recruiting.researcher._id,
          organization: 'University of Somewhere',
        }) as object,
      }),
    ]);
    expect(parsed('mails').mails).toEqual([
      expect.objectContaining({ template: 'reset-code', state: 'sent' }),
    ]);
    expect(parsed('audit-log').records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'data-exported', by: 'you', about: 'you' }),
      ]),
    );
    expect(parsed('exports').exports).toEqual([expect.objectContaining({ state: 'running' })]);
  });

  it('of a researcher contains studies, sessions and opened rosters, and no data of participants', async () => {
    const theirs = await asking.copyOf(recruiting.researcher.headers);
    expect(parsed('studies', theirs)).toMatchObject({
      studies: [{ id: recruiting.study_id, title: studyTitle }],
      sessions: [{ id: recruiting.session_id, title: studyTitle, completed: 1 }],
      consent_documents: [{ title: 'Consent' }],
    });
    expect(parsed('roster-accesses', theirs)).toMatchObject({
      own_name_shown: [],
      rosters_opened: [{ session_id: recruiting.session_id, names_shown: 1 }],
    });
    const all = Object.values(theirs).join('\n');
    for (const foreign of ['Wilhelmina', 'Krüger', person.email, person._id, participationId])
      expect(all).not.toContain(foreign);
    expect(theirs['README.txt']).toContain('Your copy of everything');
  });

  it('of an administrator contains decisions, without the names of the people they are about', async () => {
    const [administrator, researcher] = [
      await makeAdministrator(run.source),
      await makeResearcher(run.source, { researcher_privilege: null }),
    ];
    await run.source.query(
      `INSERT INTO identity.review (id, account_id, state, organization) VALUES ($1, $2, 'pending', 'Uni')`,
      [randomUUID(), researcher._id],
    );
    await run
      .http()
      .put(`/api/reviews/${researcher._id}/`)
      .set(administrator.headers)
      .send({ decision: 'approve', reason: 'Known to us' })
      .expect(200);
    const theirs = await asking.copyOf(administrator.headers);
    expect(parsed('reviews', theirs)).toMatchObject({
      reviews: [],
      reviews_decided: [{ state: 'approved', reason: 'Known to us' }],
    });
    expect(Object.values(theirs).join('\n')).not.toContain(researcher._id);
    expect(parsed('reviews', await asking.copyOf(researcher.headers)).reviews).toEqual([
      expect.objectContaining({ state: 'approved', reason: 'Known to us' }),
    ]);
  });
});
