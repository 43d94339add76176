import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRedis } from '../scripts/lib/engines/redis.mjs';
import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, median } from './lib/figures.mjs';
import { startReference } from './lib/peer.mjs';
import { makePeople, makeRecruitingStudies } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { formatPerSecond, shareOfLimitLine } from './lib/table.mjs';

const RESEARCHERS = 10;
/**
 * How many messages the product sends to one webhook at the same time
 * (server/webhooks/delivery/lanes.ts).
 */
const LANE = 16;
const PATIENCE = 120_000;
const WANTED = 1_000;

/**
 * Measures the delivery of webhooks for changes of studies. Ten researchers have one webhook each.
 * A delivery begins with the committed event, passes the relay and the queue, and ends with the log
 * entry about the receiver's answer.
 * @param {{ quick: boolean }} options
 */
export async function webhooks({ quick }) {
  const [rounds, events] = quick ? [2, 2_000] : [5, 5_000];
  const engine = findRedis() ? 'redis' : 'postgres';
  const setting = await startBenchmarkProduct({
    engine,
    workers: 1,
    env: { WEBHOOK_ALLOW: '127.0.0.1:*' },
  });
  const receiver = await startReference('receiver');
  const bare = await startReference('posts');
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  const [api, counting, posting] = [setting.port, receiver.port, bare.port].map(
    (port) => new LoadDriver(port, 1),
  );
  if (!api || !counting || !posting) throw new Error('no drivers');
  /**
   * Sends one request, and returns the body of the answer.
   * @param {LoadDriver} driver @param {Buffer} asked
   */
  const ask = async (driver, asked) => {
    const { bodies, statuses } = await driver.run([asked], { keep: true });
    if (!statuses[200] && !statuses[201])
      throw new Error(`${JSON.stringify(statuses)} ${bodies[0]}`);
    return JSON.parse(`${bodies[0]}`);
  };
  try {
    const people = await makePeople(setting.db, RESEARCHERS, { researcher: true });
    /** @type {string[]} */
    const studies = [];
    for (const { id, token } of people) {
      studies.push(...(await makeRecruitingStudies(setting.db, id, 20, 10)).map((r) => r.study_id));
      const body = { url, kinds: ['study.changed'] };
      await ask(api, serializeRequest('POST', '/api/webhooks/', { token, body }));
    }
    const arrivals = { product: /** @type {number[]} */ ([]), bare: /** @type {number[]} */ ([]) };
    /** @type {{ headers: Record<string, string>, body: string } | undefined} */
    let sample;
    for (let round = -1; round < rounds; round++) {
      const rows = Array.from({ length: events }, (_, i) => ({
        id: randomUUID(),
        study_id: studies[i % studies.length],
      }));
      const began = Date.now();
      await setting.db.query(
        `INSERT INTO platform.outbox (id, name, data)
         SELECT id, 'studies.study-changed', jsonb_build_object('study_id', study_id)
         FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, study_id uuid)`,
        [JSON.stringify(rows)],
      );
      await setting.db.query(`SELECT pg_notify('commonlab_outbox', '')`);
      await untilRecorded(setting.db, events);
      const { arrived, last, sample: one } = await ask(counting, serializeRequest('GET', '/'));
      if (arrived !== events) throw new Error(`${arrived} of ${events} messages arrived`);
      sample ??= one;
      if (!sample) throw new Error('nothing arrived');
      await setting.db.query(
        'DELETE FROM identity.webhook_message; DELETE FROM platform.outbox; DELETE FROM platform.processed_event',
      );
      const { host: _h, connection: _c, 'content-length': _l, ...headers } = sample.headers;
      const body = { url, count: events, atOnce: RESEARCHERS * LANE, headers, body: sample.body };
      const { ms } = await ask(posting, serializeRequest('POST', '/', { body }));
      await ask(counting, serializeRequest('GET', '/'));
      if (round < 0) continue;
      arrivals.product.push((events / (last - began)) * 1000);
      arrivals.bare.push((events / ms) * 1000);
    }
    const [p, b] = [median(arrivals.product), median(arrivals.bare)];
    return {
      lines: [
        {
          ...shareOfLimitLine(
            'webhooks: events a second, signed, answered, logged',
            p,
            'bare undici posts',
            b,
          ),
          aim: `≥ ${formatPerSecond(WANTED)}`,
          held: p >= WANTED,
        },
      ],
      notes: [
        `webhooks: ${events} events of ${studies.length} studies to ${RESEARCHERS} webhooks, queues on ` +
          `${engine === 'redis' ? 'Redis' : 'PostgreSQL'}, each delivered once; load ${systemLoad()}`,
      ],
    };
  } finally {
    for (const driver of [api, counting, posting]) driver.close();
    receiver.stop();
    bare.stop();
    await setting.stop();
  }
}

/**
 * Waits until the log says that each message was delivered.
 * @param {import('pg').Client} db @param {number} count
 */
async function untilRecorded(db, count) {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const { rows } = await db.query(
      `SELECT count(*)::int AS done FROM identity.webhook_message WHERE state = 'delivered'`,
    );
    if (rows[0].done === count) return;
    if (performance.now() > until) throw new Error(`${rows[0].done} of ${count} are delivered`);
    await sleep(50);
  }
}
