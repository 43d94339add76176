import { reportProgress, runStep } from '../../scripts/lib/progress.mjs';
import { writeEvents } from './events.mjs';
import { PASSWORD, insertAccountAuditRecords, makeAccounts } from './people.mjs';
import { insertMonthOfEnrolments, createOutcomePathTables } from './enrolments.mjs';
import { updateSessionCounts, makeStudies, insertRosterAccesses } from './research.mjs';
import { insertFailedSignIns, insertResetsAndExports, insertSignIns } from './sign-ins.mjs';

/**
 * Inserts the data of the year month by month. After each month the product's own jobs add the new
 * audit records and agreements to their hash chains and delete old events from the outbox.
 * @param {import('pg').Client} db the owner's connection
 * @param {import('./volumes.mjs').Year} year
 * @param {import('./product.mjs').Product} product
 */
export async function simulateYear(db, year, product) {
  await db.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await db.query('CREATE SCHEMA age');
  // Triggers are off, since they would write the current time; foreign keys are checked at the end.
  await db.query('SET session_replication_role = replica');
  await db.query('CREATE UNLOGGED TABLE age.event (name text, data jsonb, at timestamptz)');
  await runStep('accounts', async () => makeAccounts(db, year, await product.hash(PASSWORD)));
  await createOutcomePathTables(db);
  await runStep('studies and sessions', () => makeStudies(db, year));
  for (const at = new Date(year.begin); at < year.end; at.setUTCDate(at.getUTCDate() + 20))
    await db.query('SELECT platform.make_audit_month($1)', [at]);
  await db.query('ANALYZE');
  for (const month of year.months) await playMonth(db, year, month, product);
  await db.query('SET session_replication_role = DEFAULT');
  await runStep('checking what was played', () => check(db, product));
  await db.query('DROP SCHEMA age CASCADE');
}

/**
 * @param {import('pg').Client} db @param {import('./volumes.mjs').Year} year
 * @param {import('./volumes.mjs').Month} month @param {import('./product.mjs').Product} product
 */
async function playMonth(db, year, month, product) {
  /** @type {string[]} */
  const took = [];
  /**
   * Runs one step and prints how long it took.
   * @param {string} what @param {() => Promise<unknown>} work
   */
  const timed = async (what, work) => {
    const began = performance.now();
    const made = await work();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    took.push(`${what} ${typeof made === 'number' ? `(${made}) ` : ''}${seconds} s`);
  };
  await timed('sign-ins', () => insertSignIns(db, year, month));
  await timed('failed sign-ins', () => insertFailedSignIns(db, year, month));
  await timed('resets and exports', () => insertResetsAndExports(db, year, month));
  await timed('enrolments', () => insertMonthOfEnrolments(db, year, month, product.pseudonym));
  await timed('rosters', () => insertRosterAccesses(db, month));
  await timed('administration', () => insertAccountAuditRecords(db, month, product.noteMac));
  await timed('events and mails', () => writeEvents(db, month, product));
  await timed('analyze', () => db.query('ANALYZE'));
  product.setClock(month.to);
  await timed('audit seals', () => product.sealAudit());
  await timed('agreement seals', () => product.sealAgreements());
  product.setClock(null);
  await timed('sweeper', () => sweepAll(db, product));
  if (month.nth === year.months.length - 1) await timed('counts', () => updateSessionCounts(db));
  reportProgress(`  month ${month.nth + 1}: ${took.join(', ')}`);
}

/**
 * Runs the outbox sweeper repeatedly, until it finds no event to delete. The sweeper keeps the
 * events of the last hour.
 * @param {import('pg').Client} db
 * @param {import('./product.mjs').Product} product
 */
async function sweepAll(db, product) {
  let runs = 0;
  for (;;) {
    const { rows } = await db.query(
      `SELECT EXISTS (SELECT FROM platform.outbox WHERE relayed_at < now() - interval '1 hour') AS left`,
    );
    if (!rows[0].left) return runs;
    if (++runs > 100_000) throw new Error('the sweeper leaves events');
    await product.sweep();
  }
}

/**
 * Checks three things: every foreign key refers to a row that exists; the counts of sessions and
 * the changes of state agree with the participations; no chain of agreements has a gap.
 * @param {import('pg').Client} db @param {import('./product.mjs').Product} product
 */
async function check(db, product) {
  const keys = await db.query(
    `SELECT conrelid::regclass::text AS name, confrelid::regclass::text AS of,
       (SELECT attname FROM pg_attribute WHERE attrelid = conrelid AND attnum = conkey[1]) AS key,
       (SELECT attname FROM pg_attribute WHERE attrelid = confrelid AND attnum = confkey[1]) AS id
     FROM pg_constraint WHERE contype = 'f' AND connamespace::regnamespace::text IN ('platform', 'identity', 'research')`,
  );
  const wrong = [
    ...keys.rows.map(({ name, of, key, id }) => [
      `${name}.${key} without ${of}`,
      `SELECT count(*) AS n FROM ${name} a WHERE a.${key} IS NOT NULL AND NOT EXISTS (SELECT FROM ${of} b WHERE b.${id} = a.${key})`,
    ]),
    [
      'sessions whose counts are wrong',
      `SELECT count(*) AS n FROM research.session s WHERE (s.enrolled, s.completed) <> (SELECT
         count(*) FILTER (WHERE state = 'enrolled'), count(*) FILTER (WHERE state IN ('completed', 'approved'))
         FROM research.participation p WHERE p.session_id = s.id)`,
    ],
    [
      'participations whose last move says another state',
      `SELECT count(*) AS n FROM research.participation p WHERE state <> (SELECT to_state FROM research.participation_move m
         WHERE m.participation_id = p.id ORDER BY m.at DESC, m.id DESC LIMIT 1)`,
    ],
    [
      'records without a seal',
      `SELECT count(*) AS n FROM platform.audit a WHERE NOT EXISTS (SELECT FROM platform.audit_seal s WHERE s.audit_id = a.id)`,
    ],
  ];
  for (const [what, sql] of wrong) {
    const { rows } = await db.query(sql ?? '');
    if (Number(rows[0].n) > 0) throw new Error(`${rows[0].n} ${what}`);
  }
  const studies = await db.query('SELECT id FROM age.study ORDER BY n LIMIT 20');
  for (const { id } of studies.rows)
    if ((await product.firstBrokenAgreement(id)) !== null) throw new Error(`agreements of ${id}`);
}
