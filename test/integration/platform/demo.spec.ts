/**
 * @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL)
 * @lane slow: starts a program many times
 * @long: `npm test -- long` kills the program at every moment
 */
import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { programPath } from '../../../scripts/lib/paths.mjs';
import { cloneDatabase, type TestDatabases } from '../../support/engines/engines';
import { triesInTestRun, sampleUnlessLongRun } from '../../support/chance/lanes';
import { demoEnvironment } from '../../support/app/programs';
import { runProgramInWorker } from '../../support/app/run-program';
import { printSeededRandom } from '../../support/chance/seeded';

/**
 * Queries for the content of the demo. Their results differ if the program writes a row twice or
 * leaves out a step.
 */
const counted: Readonly<Record<string, string>> = {
  accounts: 'SELECT count(*) FROM identity.account',
  invitations: 'SELECT count(*) FROM identity.invitation',
  collaborators: 'SELECT count(*) FROM identity.study_collaborator',
  'invitations that wait': 'SELECT count(*) FROM identity.study_invitation',
  studies: `SELECT string_agg(title || ' ' || state || ' ' || version, ', ' ORDER BY title) FROM research.study`,
  versions: 'SELECT count(*) FROM research.study_version',
  variables: 'SELECT count(*) FROM research.study_variable',
  consents: 'SELECT count(*) FROM research.consent',
  sessions: `SELECT string_agg(state || ' ' || (capacity - seats_free), ', ' ORDER BY state, seats_free)
    FROM research.recruitment`,
  'seats by state': `SELECT string_agg(state || ' ' || n, ', ' ORDER BY state)
    FROM (SELECT state, count(*) AS n FROM research.participation GROUP BY state) p`,
  moves: 'SELECT count(*) FROM research.participation_move',
  'moments before the launch': `SELECT count(*) FROM research.participation p
    JOIN research.session s ON s.id = p.session_id WHERE p.created_at < s.launched_at`,
  'sessions with moments of their own': `SELECT count(*) FROM research.session s
    JOIN research.study t ON t.id = s.study_id WHERE s.launched_at < t.created_at`,
  runs: `SELECT string_agg(state || ' ' || n || ' ' || records, ', ' ORDER BY state)
    FROM (SELECT state, count(*) AS n, sum(stored_through) AS records FROM research.run GROUP BY state) r`,
  rehearsals: 'SELECT count(*) FROM research.rehearsal',
  'rehearsed runs': `SELECT string_agg(number || ' ' || outcome || ' ' || ms || ' ' || stored_through, ', '
    ORDER BY number) FROM research.rehearsal_run`,
  slots: 'SELECT count(*) FROM research.slot',
  bookings: 'SELECT count(*) FROM research.booking',
  messages: 'SELECT count(*) FROM research.message',
  money: `SELECT string_agg(kind || ' ' || balance, ', ' ORDER BY kind, balance) FROM ledger.account`,
  'gift codes': `SELECT amount || ' ' || count(*) FROM identity.gift_code GROUP BY amount`,
  'ways to be paid': `SELECT string_agg(methods::text, ', ') FROM research.payment_methods`,
  payments: `SELECT string_agg(state || ' ' || n, ', ' ORDER BY state)
    FROM (SELECT state, count(*) AS n FROM research.payment GROUP BY state) p`,
  courses: `SELECT string_agg(title || ' ' || state, ', ') FROM identity.course`,
  'members of classes': `SELECT string_agg(role || ' ' || n, ', ' ORDER BY role)
    FROM (SELECT role, count(*) AS n FROM identity.classroom_member GROUP BY role) m`,
  assignments: `SELECT string_agg(kind || ' ' || title, ', ' ORDER BY title) FROM identity.assignment`,
  submissions: `SELECT string_agg(state || ' ' || credit, ', ' ORDER BY state) FROM identity.submission`,
  templates: 'SELECT count(*) FROM research.template_share',
  'studies of classes': `SELECT string_agg(r.state || ' ' || t.title, ', ' ORDER BY t.title)
    FROM identity.class_review r JOIN research.study t ON t.id = r.study_id WHERE t.classroom_id IS NOT NULL`,
  'comments on them': 'SELECT count(*) FROM identity.review_comment',
  'bank transfers': `SELECT string_agg(state || ' ' || amount, ', ') FROM identity.deposit`,
};

/**
 * Conditions at which the test kills the program that fills in the demo, in the order in which they
 * become true.
 */
const ends: Readonly<Record<string, string>> = {
  'a budget is given': 'SELECT count(*) > 0 FROM identity.allotment',
  'the first study is there': 'SELECT count(*) > 0 FROM research.study',
  'the collaborator is invited': `SELECT count(*) > 0 FROM identity.study_collaborator
    UNION ALL SELECT count(*) > 0 FROM identity.study_invitation ORDER BY 1 DESC LIMIT 1`,
  'the class is there': 'SELECT count(*) > 0 FROM identity.classroom_member',
  'a student has handed in': 'SELECT count(*) > 0 FROM identity.submission',
  'a template is shared': 'SELECT count(*) > 0 FROM research.template_share',
  'a student builds': 'SELECT count(*) > 0 FROM research.fork',
  'a study of a class is approved': `SELECT count(*) > 0 FROM identity.class_review WHERE state = 'approved'`,
  'the files are uploaded': 'SELECT count(*) > 3 FROM research.study_version',
  'three people take part': 'SELECT count(*) > 2 FROM research.run',
  'nine people take part': 'SELECT count(*) > 8 FROM research.run',
  'all people take part': 'SELECT count(*) > 13 FROM research.run',
  'the rehearsal begins': 'SELECT count(*) > 0 FROM research.rehearsal',
  'half of the rehearsal is over': 'SELECT count(*) > 4 FROM research.rehearsal_run',
  'slots are planned': 'SELECT count(*) > 0 FROM research.slot',
  'a guest has booked': 'SELECT count(*) > 0 FROM research.booking',
};

// These tests start separate programs. They have their own database, because they count all rows.
describe('The content of the demo', () => {
  const clients: Client[] = [];
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
  });

  async function database(): Promise<{ engines: TestDatabases; rows: Client }> {
    const engines = await cloneDatabase();
    const rows = new Client({ connectionString: engines.migrationDatabaseUrl });
    await rows.connect();
    clients.push(rows);
    return { engines, rows };
  }
  const first = async (rows: Client, statement: string): Promise<unknown> => {
    const [row] = (await rows.query<Record<string, unknown>>(statement)).rows;
    return Object.values(row ?? {})[0];
  };
  const told = async (rows: Client) => {
    const found: Record<string, unknown> = {};
    for (const [what, statement] of Object.entries(counted))
      found[what] = await first(rows, statement);
    return found;
  };
  /** Runs the program that fills in the demo, with the modules that this worker has loaded. */
  async function fill(engines: TestDatabases): Promise<void> {
    const { code, stderr } = await runProgramInWorker('seed', [], demoEnvironment(engines));
    expect([code, stderr]).toEqual([0, '']);
  }
  /**
   * Starts the program as a process.
   * @param until kills the program as soon as it returns true
   * @returns its exit code, null when killed
   */
  async function start(
    engines: TestDatabases,
    until?: () => Promise<boolean>,
  ): Promise<number | null> {
    const child = fork(programPath('server/seed.main'), [], {
      env: demoEnvironment(engines),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    if (until) {
      // What the program still has to fill in takes far longer than the pause.
      while (child.exitCode === null && !(await until())) await pause(5);
      child.kill('SIGKILL');
    }
    const code = await ended;
    if (code) throw new Error(said);
    return code;
  }

  it(
    'is the same after one start as after several killed ones, and keeps later changes of its visitors',
    async () => {
      const [whole, killed] = [await database(), await database()];
      await fill(whole.engines);
      const expected = await told(whole.rows);
      expect(expected).toMatchObject({
        ...{ collaborators: '2', rehearsals: '1', messages: '2' },
        courses: 'Introduction to Psychology open',
        'members of classes': 'instructor 1, student 7',
        assignments:
          'build_study Build a study of your own, alternative Read about the Stroop task, take_study Take part in studies',
        'studies of classes':
          'submitted Arrows before and after coffee, approved Do arrows distract when you are tired?',
        ...{ templates: '1', 'comments on them': '1' },
        submissions: 'accepted due, submitted none',
      });
      const chance = printSeededRandom('the moments at which the demo is killed');
      for (const [moment, statement] of sampleUnlessLongRun(Object.entries(ends), 1, chance)) {
        const code = await start(
          killed.engines,
          async () => !!(await first(killed.rows, statement)),
        );
        expect([moment, code]).toEqual([moment, null]);
      }
      expect(await first(killed.rows, 'SELECT count(*) FROM identity.invitation')).toBe('0');
      // Three programs fill in the demo at the same time, and wait for each other: two in the process
      // of the test, which have no start to wait for, and one as a process.
      const [code] = await Promise.all([
        start(killed.engines),
        fill(killed.engines),
        fill(killed.engines),
      ]);
      expect(code).toBe(0);
      expect(await told(killed.rows)).toEqual(expected);

      await killed.rows.query(
        `UPDATE research.study SET title = 'Naps renamed' WHERE title LIKE 'Naps%'`,
      );
      await killed.rows.query('DELETE FROM research.message');
      await fill(killed.engines);
      expect(await told(killed.rows)).toEqual({
        ...expected,
        studies: String(expected.studies).replace(/Naps[^,]*memory/, 'Naps renamed'),
        messages: '0',
      });
      // Time limit: several programs start, each of which takes some seconds.
    },
    triesInTestRun(90_000, 180_000),
  );
});
