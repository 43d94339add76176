// node bench/copy-memory.mjs [ROWS]: measures the memory that the server needs to export all data
// of one person, and to send the file. Run by hand, on Linux, after npm run build.
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../scripts/lib/product.mjs';
import { makePeople, makeRecruitingStudies, openDatabase } from './lib/population.mjs';
import { encryptAccountLinks } from './lib/seal-links.mjs';
import { resetPeakMemory, peakMemoryOf } from './lib/peak-memory.mjs';

const rows = Number(process.argv[2] ?? 50_000);
const text = 'What taking part means, and what becomes of the answers. '.repeat(100);

const product = await startProduct({
  engine: 'postgres',
  demo: false,
  env: {
    DATABASE_URL: '',
    MIGRATION_DATABASE_URL: '',
    REDIS_URL: '',
    SMTP_URL: '',
    SECRET_KEY: '',
    PUBLIC_WEB_URL: '',
    PUBLIC_API_URL: '',
    DEMO: '0',
    RATE_LIMITS: 'off',
  },
});
const { postgres } = product.services;
if (!postgres) throw new Error('the embedded PostgreSQL is not running');
const db = await openDatabase(postgres.ownerUrl());
try {
  const [person] = await makePeople(db, 1);
  const [researcher] = await makePeople(db, 1, { researcher: true });
  if (!person || !researcher) throw new Error('nobody was made');
  const [study] = await makeRecruitingStudies(db, researcher.id, 1, 100_000);
  if (!study) throw new Error('no study was made');
  // Divides the rows among the tables: four tenths record that a researcher opened a roster, three
  // tenths are audit records, one tenth are participations, and one tenth are agreements with text.
  await db.query(
    `INSERT INTO identity.roster_access (id, account_id, researcher_id, study_id, session_id, at)
     SELECT gen_random_uuid(), $1, $2, $3, $4, now() - n * interval '1 day'
     FROM generate_series(1, $5) n`,
    [person.id, researcher.id, study.study_id, study.session_id, rows * 0.4],
  );
  await db.query(
    `INSERT INTO platform.audit (id, at, action, actor_id, subject_id, details, request_id)
     SELECT gen_random_uuid(), now() + n * interval '1 microsecond', 'signed-in', $1, $1,
       jsonb_build_object('method', 'password'), gen_random_uuid()::text
     FROM generate_series(1, $2) n`,
    [person.id, rows * 0.3],
  );
  await db.query('UPDATE research.consent SET body_markdown = $2 WHERE study_id = $1', [
    study.study_id,
    text,
  ]);
  await db.query(
    `WITH taken AS (
       INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive, moved_by)
       SELECT gen_random_uuid(), $1, $2, decode(md5(n::text), 'hex'), 'enrolled', true, 'participant'
       FROM generate_series(1, $4) n RETURNING id, pseudonym
     ), linked AS (INSERT INTO identity.participation_link (participation_id, account_id) SELECT id, $5 FROM taken)
     INSERT INTO research.agreement (id, study_id, consent_id, consent_version, pseudonym, locale, sha256, method)
     SELECT gen_random_uuid(), $2, $3, 1, pseudonym, 'en', repeat('0', 64), 'click' FROM taken`,
    [study.session_id, study.study_id, study.consent._id, rows * 0.1, person.id],
  );
  await encryptAccountLinks(product.env);

  const headers = { authorization: `Bearer ${person.token}`, accept: 'application/json' };
  /** Calls the API of the measured product. @param {string} path @param {string} [method] */
  const call = async (path, method = 'GET') =>
    JSON.parse(await (await fetch(`${product.url}${path}`, { headers, method })).text());
  const [workers, server] = [product.workers[0]?.pid() ?? 0, product.servers[0]?.pid() ?? 0];
  await pause(10_000); // waits until all these audit records are sealed
  for (let round = 1; round <= 2; round++) {
    for (const pid of [workers, server]) resetPeakMemory(pid);
    const [workersBefore, serverBefore] = [peakMemoryOf(workers), peakMemoryOf(server)];
    const begun = performance.now();
    let copy = await call('/api/exports/', 'POST');
    while (copy.state !== 'ready') {
      if (copy.state === 'failed') throw new Error('the copy failed');
      await pause(100);
      copy = await call(`/api/exports/${copy._id}/`);
    }
    const made = performance.now();
    const file = await fetch(copy.download_url);
    let size = 0;
    for await (const chunk of /** @type {AsyncIterable<Uint8Array>} */ (
      /** @type {unknown} */ (file.body)
    ))
      size += chunk.length;
    console.log(
      `round ${round}: ${rows} rows, ${(size / 1e6).toFixed(1)} MB zipped, ` +
        `made in ${((made - begun) / 1000).toFixed(1)} s, ` +
        `downloaded in ${((performance.now() - made) / 1000).toFixed(1)} s; ` +
        `workers ${workersBefore.toFixed(0)} → ${peakMemoryOf(workers).toFixed(0)} MB, ` +
        `server ${serverBefore.toFixed(0)} → ${peakMemoryOf(server).toFixed(0)} MB`,
    );
  }
} finally {
  await db.end();
  await product.stop();
}
