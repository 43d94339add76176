import { startApp } from '../../support/app/app';
import { fillDemo } from '../../support/app/programs';
import { addToken } from '../../support/people/people';
import { cloneDatabase, type TestDatabases } from '../../support/engines/engines';

/**
 * Adds work for the scheduled jobs to the demo. For example, people request a copy of their data
 * and an export, send a message, delete an account, and put a file into the bin.
 */
async function prepare(engines: TestDatabases): Promise<void> {
  const run = await startApp({ engines });
  try {
    const first = async (statement: string, ...values: unknown[]): Promise<string> => {
      const [row]: Record<string, string>[] = await run.source.query(statement, values);
      return Object.values(row ?? {})[0] ?? '';
    };
    const withEmail = (name: string) =>
      first(`SELECT id FROM identity.account WHERE email = $1`, `${name}@demo.test`);
    const call = async (
      accountId: string,
      method: 'post' | 'put' | 'delete',
      path: string,
      body: object = {},
    ) => {
      const answer = await run
        .http()
        [method](path)
        .auth(await addToken(run.source, accountId), { type: 'bearer' })
        .send(body);
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    };
    const [researcher, student] = await Promise.all(['researcher', 'simulated-3'].map(withEmail));
    await call(student ?? '', 'post', '/api/exports/');
    await call(student ?? '', 'put', '/api/notices/preferences/', {
      wanted: { new_studies: true },
    });
    const session = await first(
      `SELECT s.id FROM research.session s JOIN research.study t ON t.id = s.study_id
       JOIN research.participation p ON p.session_id = s.id WHERE t.owner_id = $1
       ORDER BY t.title, s.created_at LIMIT 1`,
      researcher,
    );
    await call(researcher ?? '', 'post', `/api/sessions/${session}/broadcasts/`, {
      text: 'Thank you.',
      states: ['enrolled', 'started', 'completed', 'approved'],
    });
    const study = await first(`SELECT study_id FROM research.session WHERE id = $1`, session);
    await call(researcher ?? '', 'post', `/api/studies/${study}/exports/`, { format: 'json' });
    const owner = await first(
      `SELECT owner_id FROM research.study WHERE classroom_id IS NOT NULL ORDER BY title DESC LIMIT 1`,
    );
    // Adds two members to the group of the study. When the owner leaves the class, the study may
    // pass to only one of these members.
    await run.source.query(
      `INSERT INTO identity.study_collaborator (account_id, study_id, role, since)
       SELECT m.account_id, st.id, 'editor', now() FROM research.study st
       CROSS JOIN LATERAL (
         SELECT account_id FROM identity.classroom_member m
         WHERE m.classroom_id = st.classroom_id AND m.role = 'student' AND m.account_id <> $1
         ORDER BY account_id LIMIT 2) m
       WHERE st.owner_id = $1 AND st.classroom_id IS NOT NULL ON CONFLICT DO NOTHING`,
      [owner],
    );
    await run.source.query(`DELETE FROM identity.classroom_member WHERE account_id = $1`, [owner]);
    await call(owner, 'delete', '/api/users/profile/');
    const file = await first(
      `SELECT id FROM research.resource WHERE kind = 'file' ORDER BY name LIMIT 1`,
    );
    await call(
      await first(`SELECT owner_id FROM research.resource WHERE id = $1`, file),
      'delete',
      `/api/files/${file}/`,
    );
    // Sessions close soon after the first reminders are due.
    await run.source.query(
      `WITH open AS (
         UPDATE research.session s
         SET closes_at = now() + interval '84 hours', start_within_minutes = 2880
         WHERE state = 'active' AND EXISTS (
           SELECT FROM research.participation p WHERE p.session_id = s.id AND p.state = 'enrolled')
         RETURNING id)
       UPDATE research.participation SET due_at = now() + interval '82 hours'
       WHERE state = 'enrolled' AND session_id IN (SELECT id FROM open)`,
    );
    await run.source.query(
      `UPDATE identity.gift_code SET expires = current_date + 10 WHERE payment_key IS NULL`,
    );
  } finally {
    await run.close();
  }
}

/** Makes a database with the demo and with work for the scheduled jobs of the next year. */
export async function demoWithWork(): Promise<TestDatabases> {
  const demo = await cloneDatabase();
  await fillDemo(demo);
  await prepare(demo);
  return demo;
}
