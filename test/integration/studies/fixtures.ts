import { randomBytes } from 'node:crypto';
import { randomUUID } from 'node:crypto';
import type { RunningApp } from '../../support/app/app';
import type { TestPerson } from '../../support/people/people';
import { timeOrderedId } from '../../../server/platform/db/ids';
import { Secrets } from '../../../server/platform/security/secrets';
import { bodyOf } from '../../support/app/body-of';
import { notesRuntime, snapshotSqlOf } from '../../support/people/recruiting';

export const newStudy = {
  title: 'Remembering faces',
  description: 'You see faces and say which of them you have seen before.',
  duration_minutes: 20,
  privacy_level: 'anonymous',
  runtime: notesRuntime,
};

/** Makes a study through the API. @returns its id */
export async function makeStudy(
  { http }: RunningApp,
  owner: TestPerson,
  details: object = {},
): Promise<string> {
  const body = await bodyOf(
    http()
      .post('/api/studies/')
      .set(owner.headers)
      .send({ ...newStudy, ...details })
      .expect(201),
  );
  return (body as { _id: string })._id;
}

export interface ConsentAnswer {
  _id: string;
  version: number;
  sha256: string;
  title: string;
  kind: string;
  body_markdown: string | null;
  file_url: string | null;
}
export async function makeConsent(
  { http }: RunningApp,
  owner: TestPerson,
  study: string,
  body_markdown = 'I take part of my own free will.',
): Promise<ConsentAnswer> {
  const body = await bodyOf(
    http()
      .put(`/api/studies/${study}/consent/`)
      .set(owner.headers)
      .send({ title: 'Consent', body_markdown })
      .expect(200),
  );
  return body as ConsentAnswer;
}

export interface SessionOptions {
  state?: 'scheduled' | 'active' | 'paused' | 'closed';
  audience?: string;
  /** A key of a private link, with 22 characters. */
  link_key?: string | null;
  capacity?: number;
  enrolled?: number;
  launched_at?: Date | null;
  opens_at?: Date | null;
  closed_at?: Date | null;
  reward?: number | null;
  privacy_level?: string;
}
/** Inserts a session as a launch leaves it. The tests of enrolment test the launch itself. */
export async function makeSession(
  { source }: RunningApp,
  study: string,
  consent: ConsentAnswer | null,
  options: SessionOptions = {},
): Promise<string> {
  const id = timeOrderedId();
  const {
    state = 'active',
    audience = 'catalogue',
    link_key = audience === 'link' ? randomBytes(16).toString('base64url') : null,
    capacity = 10,
    enrolled = 0,
    launched_at = new Date(),
    opens_at = null,
    closed_at = null,
    reward = null,
    privacy_level = 'anonymous',
  } = options;
  await source.query(
    `INSERT INTO research.session (id, study_id, state, audience, privacy_level, capacity, enrolled,
      start_within_minutes, maximum_minutes, consent_id, consent_sha256,
      launched_at, opens_at, closed_at, reward_amount, reward_currency, link_key, snapshot)
     SELECT $1, st.id, $3, $4, $5, $6, $7, 1440, 60, $8, $9, $10, $11, $12, $13, $14, $15, ${snapshotSqlOf('st')}
     FROM research.study st WHERE st.id = $2`,
    [
      id,
      study,
      state,
      audience,
      privacy_level,
      capacity,
      enrolled,
      consent?._id ?? null,
      consent?.sha256 ?? null,
      launched_at,
      opens_at,
      closed_at,
      reward,
      reward === null ? null : 'EUR',
      link_key,
    ],
  );
  if (state !== 'scheduled')
    await source.query(
      `UPDATE research.study SET state = 'ready' WHERE id = $1 AND state = 'draft'`,
      [study],
    );
  return id;
}

/** A study that recruits. */
export async function makeRecruitingStudy(
  app: RunningApp,
  owner: TestPerson,
  details: object = {},
  options: SessionOptions = {},
): Promise<{ study: string; session: string; consent: ConsentAnswer }> {
  const study = await makeStudy(app, owner, details);
  const consent = await makeConsent(app, owner, study);
  return { study, consent, session: await makeSession(app, study, consent, options) };
}

export async function insertParticipation(
  { app, source }: RunningApp,
  study: string,
  session: string,
  person: TestPerson,
  state = 'completed',
): Promise<void> {
  await source.query(
    `INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive, moved_by)
     VALUES ($1, $2, $3, $4, $5, true, 'participant')`,
    [
      randomUUID(),
      session,
      study,
      app.get(Secrets).pseudonym(study, 'anonymous', person._id),
      state,
    ],
  );
}
