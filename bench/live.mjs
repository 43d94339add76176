import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { findRedis } from '../scripts/lib/engines/redis.mjs';
import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, percentile } from './lib/figures.mjs';
import { startReference } from './lib/peer.mjs';
import { makePeople, makeRecruitingStudies } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { formatMs } from './lib/table.mjs';

const FEW = 500;
const MANY = 2_000;
const LATEST = 250;
/** With many watchers, the product may take this many times as long as a bare Socket.IO server. */
const TIMES_BARE = 1.3;

/**
 * Connects sockets that all watch one study. The method `all` of the result waits until every
 * socket has received the given version of the study, and returns the time of the last message.
 * @param {number} port @param {string} topic @param {number} watchers
 */
async function watch(port, topic, watchers) {
  /** @type {Map<number, { heard: number, done: (at: number) => void }>} */
  const waiting = new Map();
  let messages = 0;
  const sockets = Array.from({ length: watchers }, () =>
    io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      path: '/socket.io/',
      forceNew: true,
      reconnection: false,
    }),
  );
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise((resolve, reject) => {
          socket.on('connect_error', reject);
          socket.on('connect', () =>
            socket.emit('watch', { topic }, (/** @type {{ ok: boolean }} */ answer) =>
              answer.ok ? resolve(undefined) : reject(new Error(JSON.stringify(answer))),
            ),
          );
          let known = 0;
          socket.on('session.availability', ({ version }) => {
            messages += 1;
            if (version <= known) return;
            known = version;
            const one = waiting.get(version);
            if (one && (one.heard += 1) === watchers) one.done(performance.now());
          });
        }),
    ),
  );
  return {
    /**
     * Waits until all sockets have received this version, and returns the time of the last message.
     * @param {number} version @returns {Promise<number>}
     */
    all: (version) =>
      Promise.race([
        new Promise((done) => waiting.set(version, { heard: 0, done })),
        sleep(10_000, undefined, { ref: false }).then(() =>
          Promise.reject(new Error(`version ${version} did not reach every socket within 10 s`)),
        ),
      ]),
    /** The number of messages that all sockets together have received. */
    messages: () => messages,
    close: () => sockets.forEach((socket) => socket.disconnect()),
  };
}

/**
 * Measures on one queue engine how fast a change reaches `watchers` sockets, one change at a time.
 * @param {'redis' | 'postgres'} engine @param {number} watchers @param {{ quick: boolean }} options
 */
async function liveOn(engine, watchers, { quick }) {
  const changes = quick ? 20 : 100;
  const warm = 10;
  const setting = await startBenchmarkProduct({ engine, workers: 1 });
  const peer = await startReference('socket');
  try {
    const people = await makePeople(setting.db, changes + warm);
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    const [session] = await makeRecruitingStudies(setting.db, owner?.id ?? '', 1, changes + warm);
    if (!session) throw new Error('no session');
    const [ours, theirs] = [
      await watch(setting.port, `study:${session.study_id}`, watchers),
      await watch(peer.port, 'room', watchers),
    ];
    const [product, bare] = [new LoadDriver(setting.port, 1), new LoadDriver(peer.port, 1)];
    const version = async () =>
      (
        await setting.db.query('SELECT version FROM research.session WHERE id = $1', [
          session.session_id,
        ])
      ).rows[0].version;
    /** @type {{ fromAnswer: number[], fromClick: number[], bare: number[] }} */
    const times = { fromAnswer: [], fromClick: [], bare: [] };
    let [first, counted] = [0, 0];
    for (const [i, { token }] of people.entries()) {
      if (i === warm) first = ours.messages();
      // Waits a random time, so that the machine is idle and no timer coincides with the changes.
      await sleep(150 + Math.random() * 100);
      const next = (await version()) + 1;
      const heard = ours.all(next);
      const clicked = performance.now();
      const drive = await product.run([
        serializeRequest('POST', `/api/sessions/${session.session_id}/participations/`, {
          token,
          body: { consent: session.consent },
        }),
      ]);
      const answered = performance.now();
      if (drive.statuses[201] !== 1) throw new Error(JSON.stringify(drive.statuses));
      const last = await heard;

      // Waits for the work that follows the enrolment (mails, the seal of the agreement), so that
      // it does not slow the bare broadcast.
      await sleep(300);
      const heardBare = theirs.all(next);
      await bare.run([
        serializeRequest('POST', '/emit', {
          body: {
            session_id: session.session_id,
            study_id: session.study_id,
            state: 'active',
            capacity: changes + warm,
            spots_available: changes,
            version: next,
          },
        }),
      ]);
      const answeredBare = performance.now();
      const lastBare = await heardBare;
      if (i < warm) continue;
      times.fromAnswer.push(last - answered);
      times.fromClick.push(last - clicked);
      times.bare.push(lastBare - answeredBare);
    }
    // The server's poller (server/live/availability-poller.ts) looks once a second for changes that
    // sockets have missed. This waits for two of its queries. If the poller wrongly sends a message
    // a second time, the count below shows it.
    await sleep(2_500);
    counted = (ours.messages() - first) / (times.fromAnswer.length * watchers);
    for (const one of [ours, theirs, product, bare]) one.close();
    return resultOf(engine, watchers, times, counted);
  } finally {
    peer.stop();
    await setting.stop();
  }
}

/**
 * Makes the lines of the table from the measured times.
 * @param {'redis' | 'postgres'} engine
 * @param {number} watchers
 * @param {{ fromAnswer: number[], fromClick: number[], bare: number[] }} times
 * @param {number} messages how many messages each socket received per change, on average
 */
function resultOf(engine, watchers, { fromAnswer, fromClick, bare }, messages) {
  const [p99, bareP99] = [percentile(fromAnswer, 0.99), percentile(bare, 0.99)];
  const name = `live on ${engine === 'redis' ? 'Redis' : 'PostgreSQL alone'}`;
  return {
    lines: [
      {
        what: `${name}: 201 to the last of ${watchers}`,
        measured: `p50 ${formatMs(percentile(fromAnswer, 0.5))}, p99 ${formatMs(p99)}`,
        beside: `bare Socket.IO p50 ${formatMs(percentile(bare, 0.5))}, p99 ${formatMs(bareP99)}`,
        ...(watchers === MANY
          ? {
              share: p99 / bareP99,
              aim: `p99 ≤ ${TIMES_BARE * 100} %`,
              held: p99 <= TIMES_BARE * bareP99,
            }
          : { aim: `p99 < ${LATEST} ms`, held: p99 < LATEST }),
      },
      {
        what: `${name}: messages a change and socket, ${watchers}`,
        measured: messages.toFixed(2),
        aim: '1.00',
        held: messages === 1,
      },
    ],
    notes: [
      `${name}, ${watchers} sockets: from the click itself p50 ${formatMs(percentile(fromClick, 0.5))}, ` +
        `p99 ${formatMs(percentile(fromClick, 0.99))}, longest ${formatMs(Math.max(...fromClick))}, ` +
        `${fromClick.length} changes; load ${systemLoad()}`,
    ],
  };
}

/**
 * Measures one enrolment at a time, watched by 500 and by 2,000 browsers, on each available engine (Redis and
 * PostgreSQL).
 * @param {{ quick: boolean }} options
 */
export async function live(options) {
  const lines = [];
  const notes = [];
  for (const engine of /** @type {const} */ (['redis', 'postgres'])) {
    if (engine === 'redis' && !findRedis()) {
      notes.push(
        'live on Redis: not measured, there is no redis-server or valkey-server on the PATH',
      );
      continue;
    }
    for (const watchers of [FEW, MANY]) {
      const result = await liveOn(engine, watchers, options);
      lines.push(...result.lines);
      notes.push(...result.notes);
    }
  }
  return { lines, notes };
}
