import { SEATS_PER_SESSION, randomSql, truncateToMsSql } from './volumes.mjs';

/**
 * The possible courses of a participation (docs/domain.md, 2). Each course has its share of all
 * participations, and a list of steps. A step consists of the state that the participation reaches,
 * who changes the state, and two numbers of hours. The step happens the first number of hours after
 * the enrolment, plus a random time of up to the second number.
 * @type {[number, [string, string, number, number][]][]}
 */
const WAYS = [
  [
    0.66,
    [
      ['enrolled', 'participant', 0, 0],
      ['started', 'participant', 0.1, 20],
      ['completed', 'participant', 20.2, 1],
    ],
  ],
  [
    0.08,
    [
      ['enrolled', 'participant', 0, 0],
      ['started', 'participant', 0.1, 20],
      ['completed', 'participant', 20.2, 1],
      ['approved', 'researcher', 30, 100],
    ],
  ],
  [
    0.01,
    [
      ['enrolled', 'participant', 0, 0],
      ['started', 'participant', 0.1, 20],
      ['completed', 'participant', 20.2, 1],
      ['rejected', 'researcher', 30, 100],
    ],
  ],
  [
    0.07,
    [
      ['enrolled', 'participant', 0, 0],
      ['withdrawn', 'participant', 0.1, 20],
    ],
  ],
  [
    0.02,
    [
      ['enrolled', 'participant', 0, 0],
      ['started', 'participant', 0.1, 20],
      ['withdrawn', 'participant', 20.2, 1],
    ],
  ],
  [
    0.05,
    [
      ['enrolled', 'participant', 0, 0],
      ['timed_out', 'system', 24, 0],
    ],
  ],
  [
    0.01,
    [
      ['enrolled', 'participant', 0, 0],
      ['started', 'participant', 0.1, 0],
      ['timed_out', 'system', 2.1, 0],
    ],
  ],
  [
    0.02,
    [
      ['enrolled', 'participant', 0, 0],
      ['no_show', 'researcher', 20, 3],
    ],
  ],
  [
    0.01,
    [
      ['enrolled', 'participant', 0, 0],
      ['started', 'participant', 0.1, 20],
      ['completed', 'participant', 20.2, 1],
      ['nullified', 'researcher', 30, 100],
    ],
  ],
  [
    0.01,
    [
      ['waitlisted', 'participant', 0, 0],
      ['offered', 'system', 5, 20],
      ['offer_expired', 'system', 50, 0],
    ],
  ],
  [
    0.04,
    [
      ['waitlisted', 'participant', 0, 0],
      ['offered', 'system', 5, 20],
      ['enrolled', 'participant', 26, 10],
      ['started', 'participant', 37, 10],
      ['completed', 'participant', 48, 1],
    ],
  ],
  [
    0.02,
    [
      ['enrolled', 'participant', 0, 0],
      ['declined_consent', 'participant', 0.1, 1],
    ],
  ],
];
const EVENTS = `CASE WHEN to_state IN ('waitlisted', 'offered', 'enrolled', 'started', 'completed')
    THEN 'enrolment.participant-' || to_state
  WHEN to_state IN ('approved', 'rejected') THEN 'enrolment.participant-decided'
  ELSE 'enrolment.participant-left' END`;

/**
 * Creates temporary tables of the possible courses of a participation (`WAYS`) and their steps.
 * @param {import('pg').Client} db
 */
export async function createOutcomePathTables(db) {
  let below = 0;
  const ways = WAYS.map(([share], way) => ({
    way,
    from: below,
    below: way === WAYS.length - 1 ? 1 : (below += share),
  }));
  const steps = WAYS.flatMap(([, list], way) =>
    list.map(([to_state, moved_by, least, spread], step) => ({
      way,
      step,
      to_state,
      moved_by,
      least,
      spread,
      from_state: list[step - 1]?.[0] ?? null,
    })),
  );
  await db.query(
    `CREATE UNLOGGED TABLE age.way AS SELECT * FROM jsonb_to_recordset($1::jsonb) AS w (way int, "from" float8, below float8)`,
    [JSON.stringify(ways)],
  );
  await db.query(
    `CREATE UNLOGGED TABLE age.step AS SELECT * FROM jsonb_to_recordset($1::jsonb)
       AS s (way int, step int, from_state text, to_state text, moved_by text, least float8, spread float8)`,
    [JSON.stringify(steps)],
  );
}

/**
 * Inserts the enrolments of a month, and everything that followed from them up to the present:
 * changes of state, links between accounts and participations, agreements and events. Most people
 * enrol at the beginning of a session.
 * @param {import('pg').Client} db
 * @param {import('./volumes.mjs').Year} year
 * @param {import('./volumes.mjs').Month} month
 * @param {(studyId: string, accountId: string) => Buffer} pseudonymOf the product's function
 */
export async function insertMonthOfEnrolments(db, year, { from, to }, pseudonymOf) {
  const r = (/** @type {number} */ salt) =>
    randomSql(year, `s.n * ${SEATS_PER_SESSION} + seat`, salt);
  await db.query(
    `CREATE TEMP TABLE seat AS
     SELECT row_number() OVER () AS nth, gen_random_uuid() AS id, x.*, a.id AS account_id, w.way
     FROM (SELECT s.id AS session_id, s.study_id, s.consent_id, ${r(52)} AS r, ${r(53)} AS pause,
         ${truncateToMsSql(`s.at + (s.closes_at - s.at) * power(${r(51)}, 3)`)} AS at,
         ((s.study * 613 + (s.n % 2 * ${SEATS_PER_SESSION} + seat) * 7919) % floor($3::int * 0.9)::int) AS person
       FROM age.session s, generate_series(0, ${SEATS_PER_SESSION - 1}) seat
       WHERE s.at < $2 AND s.closes_at >= $1) x
     JOIN age.account a ON a.n = x.person JOIN age.way w ON r >= w."from" AND r < w.below
     WHERE x.at >= $1 AND x.at < $2`,
    [from, to, year.accounts],
  );
  await addPseudonyms(db, pseudonymOf);
  await db.query('ANALYZE seat');
  await db.query(
    `CREATE TEMP TABLE move AS
     SELECT p.id, p.session_id, p.study_id, s.step, s.from_state, s.to_state, s.moved_by, x.at
     FROM seat p JOIN age.step s USING (way),
       LATERAL (SELECT ${truncateToMsSql(`p.at + interval '1 hour' * (s.least + s.spread * p.pause)`)} AS at) x
     WHERE x.at <= $1`,
    [year.end],
  );
  await writeEnrolments(db);
  await db.query('DROP TABLE seat, move');
}

/**
 * Inserts the links between accounts and participations, with the product's pseudonyms.
 * @param {import('pg').Client} db @param {(studyId: string, accountId: string) => Buffer} pseudonymOf
 */
async function addPseudonyms(db, pseudonymOf) {
  const { rows } = await db.query('SELECT nth, study_id, account_id FROM seat');
  await db.query('CREATE TEMP TABLE pseudonym (nth bigint, pseudonym bytea)');
  for (let i = 0; i < rows.length; i += 20_000) {
    const some = rows.slice(i, i + 20_000);
    await db.query(
      `INSERT INTO pseudonym SELECT nth, decode(hex, 'hex') FROM unnest($1::bigint[], $2::text[]) AS p (nth, hex)`,
      [
        some.map((s) => s.nth),
        some.map((s) => pseudonymOf(s.study_id, s.account_id).toString('hex')),
      ],
    );
  }
}

/**
 * Inserts each participation as enrolled and then updates its state, as the product does.
 * @param {import('pg').Client} db
 */
async function writeEnrolments(db) {
  await db.query(`
    INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive, moved_by, wait_no,
      due_at, created_at, updated_at)
      SELECT p.id, p.session_id, p.study_id, q.pseudonym, m.to_state, true, m.moved_by,
        CASE WHEN m.to_state = 'waitlisted' THEN nth END, CASE WHEN m.to_state = 'enrolled' THEN p.at + interval '1 day' END, p.at, p.at
      FROM seat p JOIN pseudonym q USING (nth) JOIN move m ON m.id = p.id AND m.step = 0;
    UPDATE research.participation p SET state = l.to_state, moved_by = l.moved_by, updated_at = l.at, started_at = l.started_at,
      wait_no = CASE WHEN l.to_state = 'waitlisted' THEN p.wait_no END,
      due_at = CASE l.to_state WHEN 'enrolled' THEN l.at + interval '1 day' WHEN 'offered' THEN l.at + interval '1 day'
        WHEN 'started' THEN l.at + interval '2 hours' END,
      demographics = CASE WHEN l.started_at IS NOT NULL THEN '{"age": 31, "education_level": "bachelor"}'::jsonb END
      FROM (SELECT DISTINCT ON (id) id, to_state, moved_by, at, step,
        max(at) FILTER (WHERE to_state = 'started') OVER (PARTITION BY id) AS started_at
        FROM move ORDER BY id, step DESC) l WHERE l.id = p.id AND l.step > 0;
    INSERT INTO research.participation_move (participation_id, from_state, to_state, moved_by, at)
      SELECT id, from_state, to_state, moved_by, at FROM move ORDER BY at;
    INSERT INTO identity.participation_link (participation_id, account_id) SELECT id, account_id FROM seat;
    -- The product's job seals the links; only the bench remembers whose they are.
    CREATE TABLE IF NOT EXISTS public.age_link (participation_id uuid PRIMARY KEY, account_id uuid NOT NULL);
    INSERT INTO public.age_link SELECT id, account_id FROM seat;
    INSERT INTO research.agreement (id, study_id, consent_id, consent_version, pseudonym, locale, sha256, method, at)
      SELECT gen_random_uuid(), p.study_id, p.consent_id, 1, q.pseudonym, 'en', c.sha256, 'web', p.at
      FROM seat p JOIN pseudonym q USING (nth) JOIN research.consent c ON c.id = p.consent_id;
    INSERT INTO age.event (name, data, at)
      SELECT ${EVENTS}, jsonb_build_object('participation_id', id, 'session_id', session_id, 'study_id', study_id), at FROM move;
    DROP TABLE pseudonym`);
}
