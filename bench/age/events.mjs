import { uuidFromTimeSql } from './volumes.mjs';

/**
 * Inserts the events of a month into the outbox as already processed by every consumer, and inserts
 * the mails that these events caused. The product's sweeper later deletes the events.
 * @param {import('pg').Client} db
 * @param {import('./volumes.mjs').Month} month
 * @param {import('./product.mjs').Product} product
 */
export async function writeEvents(db, { to }, { routes, mails }) {
  await db.query(
    `CREATE TEMP TABLE due AS
     WITH gone AS (DELETE FROM age.event WHERE at < $1 RETURNING *)
     SELECT ${uuidFromTimeSql('at')} AS id, name, data, at FROM gone`,
    [to],
  );
  await db.query(
    `INSERT INTO platform.outbox (id, name, data, request_id, at, relayed_at)
     SELECT id, name, data, gen_random_uuid()::text, at, at + interval '20 ms' FROM due`,
  );
  await db.query(
    `INSERT INTO platform.processed_event (event_id, consumer, at)
     SELECT d.id, r.queue, d.at + interval '60 ms' FROM due d
     JOIN jsonb_to_recordset($1::jsonb) AS r (name text, queue text) USING (name)`,
    [JSON.stringify(routes)],
  );
  await db.query(
    `INSERT INTO platform.mail (key, template, account_id, message_id, state, claimed_at, sent_at)
     SELECT key, template, (data ->> 'account_id')::uuid,
       '<' || left(encode(sha256(key::bytea), 'hex'), 40) || '@age.test>', 'sent', at, at + interval '200 ms'
     FROM (SELECT d.*, m.template, d.id || ':' || m.template AS key FROM due d
       JOIN jsonb_to_recordset($1::jsonb) AS m (name text, template text) USING (name)) d`,
    [JSON.stringify(mails)],
  );
  const { rows } = await db.query('SELECT count(*)::int AS n FROM due');
  await db.query('DROP TABLE due');
  return rows[0].n;
}
