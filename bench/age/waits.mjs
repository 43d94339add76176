import { systemLoad, percentile } from '../lib/figures.mjs';
import { startBenchmarkProduct } from '../lib/benchmark-product.mjs';
import { logQueryPlansDuring } from '../lib/statement-plans.mjs';
import { buildMeasuredRequests } from './requests.mjs';

/** A statement is too slow if it takes longer than this on average, in milliseconds. */
const MOST = 50;
const SLOWEST = 10;

/**
 * @typedef {{ what: string, id: string, query: string, calls: number, mean: number, max: number }} Statement
 * of one wait; times in milliseconds
 * @typedef {import('../lib/benchmark-product.mjs').Setting} Setting
 * @typedef {import('./requests.mjs').Wait} Wait
 */

/**
 * Sends the requests of one kind one after the other, and returns the milliseconds that each took.
 * @param {Setting} setting @param {Wait} wait
 */
async function send({ port }, { what, status, requests, onAnswer }, onFirst = async () => {}) {
  const all = await requests();
  if (all.length === 0) throw new Error(`${what}: there is no request to send`);
  const times = [];
  for (const request of all) {
    const { method, path, authorization, body } = request;
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        'Accept-Language': 'en',
        ...(authorization && { authorization }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status !== status)
      throw new Error(`${what}: ${answer.status} ${text.slice(0, 300)}`);
    times.push(performance.now() - began);
    onAnswer?.(text, request);
    if (times.length === 1) await onFirst();
  }
  return times;
}

/**
 * Measures the requests of one kind, prints their times, and returns the slowest statements. The
 * first request only warms up: its statements are not counted.
 * @param {Setting} setting @param {Wait} wait
 */
async function measure(setting, wait) {
  const { db } = setting;
  const [first = NaN, ...times] = await send(setting, wait, async () => {
    await db.query('SELECT pg_stat_statements_reset()');
  });
  const { rows } = await db.query(
    `SELECT s.queryid::text AS id, min(s.query) AS query, sum(s.calls)::int AS calls,
       sum(s.total_exec_time) / sum(s.calls) AS mean, max(s.max_exec_time) AS max
     FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
     WHERE NOT r.rolsuper GROUP BY 1 ORDER BY mean DESC LIMIT ${SLOWEST}`,
  );
  /** @type {Statement[]} */
  const statements = rows.map((row) => ({ ...row, what: wait.what }));
  const slowest = statements[0];
  const cells = [
    wait.what,
    first,
    percentile(times, 0.5),
    percentile(times, 1),
    slowest?.mean ?? NaN,
  ];
  console.log(`| ${cells.map((c) => (typeof c === 'number' ? c.toFixed(1) : c)).join(' | ')} |`);
  return statements;
}

/**
 * Repeats the requests with the slowest statements, to get the plans of these statements from
 * PostgreSQL's log.
 * @param {Setting} setting @param {Wait[]} waits @param {Statement[]} slowest
 */
const printPlans = (setting, waits, slowest) =>
  logQueryPlansDuring(setting, { minDuration: '0', verbose: true }, async (logged) => {
    for (const { what, id, query, calls, mean, max } of slowest) {
      const wait = waits.find((one) => one.what === what);
      if (!wait) continue;
      const text = await logged(() => send(setting, wait));
      // PostgreSQL logs the plan of each execution. This takes the last plan, which PostgreSQL also
      // uses for later executions on the connection.
      const plan = text
        .split(/^(?=\d{4}-\d\d-\d\d .*LOG: {2}duration: )/m)
        .filter((entry) => entry.includes(`Query Identifier: ${id}`))
        .at(-1);
      console.log(
        `\n=== ${mean.toFixed(1)} ms on average, ${max.toFixed(1)} at most, ${calls} calls: ${what}\n` +
          `${plan?.replace(/^\s+Output: .*\n/gm, '').trimEnd() ?? query}`,
      );
    }
  });

/**
 * Measures the requests one at a time against the real server, without workers, on the database
 * with the simulated year.
 * @param {string} dir
 * @returns whether no statement took more than 50 ms on average
 */
export async function measureResponseTimes(dir) {
  const setting = await startBenchmarkProduct({ dir });
  try {
    await setting.db.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    const waits = await buildMeasuredRequests(setting.db);
    console.log(`load ${systemLoad()}`);
    console.log(
      '| wait | first ms | p50 ms | longest ms | slowest statement ms, mean |\n|---|---|---|---|---|',
    );
    const statements = [];
    for (const wait of waits) statements.push(...(await measure(setting, wait)));
    console.log(`load ${systemLoad()}`);
    const slowest = statements.sort((a, b) => b.mean - a.mean);
    /** Lists each statement once, with the request in which it was slowest. */
    const distinct = slowest.filter((s, i) => slowest.findIndex(({ id }) => id === s.id) === i);
    await printPlans(setting, waits, distinct.slice(0, SLOWEST));
    const tooSlow = slowest.filter(({ mean }) => mean > MOST);
    for (const { what, mean, query } of tooSlow)
      console.log(`\nOVER ${MOST} ms: ${mean.toFixed(1)} ms for "${what}"\n${query}`);
    return tooSlow.length === 0;
  } finally {
    await setting.stop();
  }
}
