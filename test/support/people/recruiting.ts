import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { PaymentTerms } from '../../../contracts/studies/payment-terms';
import { sha256Hex } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../app/app';
import { makeResearcher, type TestPerson } from './people';

export interface RecruitingStudy {
  study_id: string;
  session_id: string;
  researcher: TestPerson;
  consent: { _id: string; sha256: string };
}
export interface RecruitingOptions {
  capacity?: number;
  allow_repeats?: boolean;
  privacy_level?: string;
  eligibility?: unknown[];
  researcher?: TestPerson;
  closes_at?: string;
  opens_at?: string;
  start_within_minutes?: number;
  maximum_minutes?: number;
  /** How the study runs; `notesRuntime` by default. */
  runtime?: object;
  title?: string;
  description?: string;
  /** Whether taking part counts for the credits of a course; false by default. */
  offers_credit?: boolean;
  /** 20 by default. */
  duration_minutes?: number;
  /** The reward: 4.50 euros by default, null for none. */
  reward?: { amount: number; currency: string } | null;
  /** What participants get if they leave after the start; nothing by default. */
  pay?: PaymentTerms['pay'];
  /** What a participant's answers may earn on top of the reward; nothing by default. */
  by_answers?: PaymentTerms['by_answers'];
}

/**
 * The runtime of a study that consists of written instructions. The participants themselves record
 * with a click that they completed it.
 */
export const notesRuntime = { kind: 'notes', completes: 'participant' } as const;

/**
 * Creates a study with a consent form and launches a session, by the researcher's own API calls.
 */
export async function recruit(
  run: RunningApp,
  options: RecruitingOptions = {},
): Promise<RecruitingStudy> {
  const researcher = options.researcher ?? (await makeResearcher(run.source));
  const call = async (method: 'post' | 'put', path: string, body: object) => {
    const answer = await run.http()[method](path).set(researcher.headers).send(body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body as { _id: string; sha256: string };
  };
  const study = await call('post', '/api/studies/', {
    title: options.title ?? 'Attention and memory',
    description: options.description ?? 'What do you remember?',
    duration_minutes: options.duration_minutes ?? 20,
    offers_credit: options.offers_credit ?? false,
    privacy_level: options.privacy_level ?? 'anonymous',
    reward: options.reward === undefined ? { amount: 450, currency: 'EUR' } : options.reward,
    payment_terms: {
      how: 'bank transfer',
      within_days: 14,
      ...(options.pay && { pay: options.pay }),
      ...(options.by_answers && { by_answers: options.by_answers }),
    },
    allow_repeats: options.allow_repeats ?? false,
    eligibility: options.eligibility ?? [],
    runtime: options.runtime ?? notesRuntime,
    ...(options.maximum_minutes && { maximum_minutes: options.maximum_minutes }),
  });
  const consent = await call('put', `/api/studies/${study._id}/consent/`, {
    title: 'Consent',
    body_markdown: 'I agree to take part.',
  });
  const session = await launchSession(call, study._id, options);
  return {
    study_id: study._id,
    session_id: session,
    researcher,
    consent: { _id: consent._id, sha256: consent.sha256 },
  };
}

async function launchSession(
  call: (method: 'post' | 'put', path: string, body: object) => Promise<{ _id: string }>,
  studyId: string,
  { capacity = 3, closes_at, opens_at, start_within_minutes }: RecruitingOptions,
) {
  const session = await call('post', `/api/studies/${studyId}/sessions/`, {
    capacity,
    ...(closes_at && { closes_at }),
    ...(opens_at && { opens_at }),
    ...(start_within_minutes && { start_within_minutes }),
  });
  await call('put', `/api/sessions/${session._id}/`, { state: 'active' });
  return session._id;
}

/**
 * Returns SQL that makes the snapshot of a study as a launch does
 * (server/enrolment/launch/launch.ts). Tests use it for sessions that they insert into the table.
 * @param st an alias for a row of `research.study`
 */
export const snapshotSqlOf = (st: string): string =>
  `(SELECT to_jsonb(f) FROM (SELECT ${st}.title, ${st}.description, ${st}.duration_minutes, ${st}.additional_notes,
     ${st}.requirements, ${st}.eligibility, ${st}.runtime, ${st}.allow_repeats, ${st}.offers_credit, ${st}.payment_terms,
     1 AS consent_version) f)`;

/**
 * Reads the seats of a session from the tables: the counts that its row stores, and the counts of
 * its participations. Tests check that both are equal.
 */
export async function readSeatCounts(source: DataSource, sessionId: string) {
  const [row]: {
    capacity: number;
    taken: number;
    counted: number;
    waitlisted: number;
    waiting: number;
    links: number;
    version: number;
  }[] = await source.query(
    `SELECT s.capacity, s.version, s.offered + s.enrolled + s.started + s.completed AS taken, s.waitlisted,
       (SELECT count(*)::int FROM research.participation p WHERE p.session_id = s.id
       AND p.state IN ('offered', 'enrolled', 'started', 'completed', 'approved')) AS counted,
       (SELECT count(*)::int FROM research.participation p WHERE p.session_id = s.id AND p.state = 'waitlisted') AS waiting
     FROM research.session s WHERE s.id = $1`,
    [sessionId],
  );
  if (!row) throw new Error('no such session');
  return row;
}

/**
 * Inserts many studies with one active session each into the tables, for tests of lists and load.
 */
export async function insertRecruitingStudies(
  source: DataSource,
  ownerId: string,
  count: number,
  capacity: number,
): Promise<{ session_id: string; study_id: string; consent: { _id: string; sha256: string } }[]> {
  const sha256 = sha256Hex('I agree to take part.');
  const rows = Array.from({ length: count }, () => ({
    study_id: randomUUID(),
    session_id: randomUUID(),
    consent_id: randomUUID(),
  }));
  const json = JSON.stringify(rows);
  await source.query(
    `INSERT INTO research.study (id, owner_id, title, description, duration_minutes, maximum_minutes,
      privacy_level, state, reward_amount, reward_currency, payment_terms)
     SELECT study_id, $2, 'Study ' || n,
       'What study ' || n || ' is about, in a sentence that is as long as such sentences are.',
       5 + n % 40, 120, 'anonymous', 'ready', 300 + n % 900, 'EUR',
       '{"how": "bank transfer", "within_days": 14}'
     FROM jsonb_to_recordset($1::jsonb) AS r (study_id uuid, session_id uuid, consent_id uuid, n integer)`,
    [JSON.stringify(rows.map((r, i) => ({ ...r, n: i + 1 }))), ownerId],
  );
  await source.query(
    `INSERT INTO research.consent (id, study_id, version, state, title, kind, body_markdown, sha256)
     SELECT consent_id, study_id, 1, 'valid', 'Consent', 'markdown', 'I agree to take part.', $2
     FROM jsonb_to_recordset($1::jsonb) AS r (study_id uuid, consent_id uuid)`,
    [json, sha256],
  );
  await source.query(
    `INSERT INTO research.session (id, study_id, state, audience, privacy_level, capacity,
      reward_amount, reward_currency, start_within_minutes, maximum_minutes,
      consent_id, consent_sha256, snapshot, launched_at)
     SELECT r.session_id, r.study_id, 'active', 'catalogue', 'anonymous', $2,
       st.reward_amount, st.reward_currency, 1440, 120, r.consent_id, $3, ${snapshotSqlOf('st')}, now()
     FROM jsonb_to_recordset($1::jsonb) AS r (study_id uuid, session_id uuid, consent_id uuid)
     JOIN research.study st ON st.id = r.study_id`,
    [json, capacity, sha256],
  );
  return rows.map((r) => ({
    session_id: r.session_id,
    study_id: r.study_id,
    consent: { _id: r.consent_id, sha256 },
  }));
}
