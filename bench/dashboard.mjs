import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { io } from 'socket.io-client';
import { findRedis } from '../scripts/lib/engines/redis.mjs';
import { CHROMIUM_ARGS, ensureChromium } from '../scripts/lib/chromium.mjs';
import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, percentile } from './lib/figures.mjs';
import { startReference } from './lib/peer.mjs';
import { makePeople, makeRecruitingStudies } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { formatMs } from './lib/table.mjs';
import { cpuTimeOf } from './lib/processor-time.mjs';

const SESSIONS = 200;
const WATCHERS = 50;
const PER_SECOND = 100;
const FRAME = 20;

/**
 * @typedef {Awaited<ReturnType<typeof startBenchmarkProduct>>} Setting
 * @typedef {{ token: string }[]} People
 */

/**
 * Connects one socket per researcher, as the dashboard does. Counts the messages that the sockets
 * receive, and their bytes.
 * @param {number} port @param {People} researchers
 */
async function watchAll(port, researchers) {
  const heard = { bytes: 0, messages: 0 };
  const sockets = researchers.map(({ token }) =>
    io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      path: '/socket.io/',
      forceNew: true,
      reconnection: false,
      auth: { token },
    }),
  );
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise((resolve, reject) => {
          socket.on('connect_error', reject);
          socket.on('connect', () => {
            socket.io.engine.on('message', (/** @type {string} */ data) => {
              heard.bytes += data.length;
              heard.messages += 1;
            });
            socket.emit('watch', { topic: 'dashboard' }, (/** @type {{ ok: boolean }} */ answer) =>
              answer.ok ? resolve(undefined) : reject(new Error(JSON.stringify(answer))),
            );
          });
        }),
    ),
  );
  return { heard, close: () => sockets.forEach((socket) => socket.disconnect()) };
}

/**
 * Sends enrolments at an even pace, without waiting for the answers.
 * @param {LoadDriver} driver
 * @param {Buffer[]} requests
 */
async function atPace(driver, requests) {
  const began = performance.now();
  const slice = PER_SECOND / 20;
  for (let i = 0; i < requests.length; i += slice) {
    const wait = began + (i / PER_SECOND) * 1000 - performance.now();
    if (wait > 0) await sleep(wait);
    const { statuses } = await driver.run(requests.slice(i, i + slice));
    if (Object.keys(statuses).some((status) => status !== '201'))
      throw new Error(JSON.stringify(statuses));
  }
  return performance.now() - began;
}

const frames = `new Promise((resolve) => {
  const gaps = [];
  let last = performance.now();
  window.endFrames = () => resolve(gaps);
  const next = (now) => { gaps.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
})`;

/**
 * Measures the dashboard while participants enrol in two hundred sessions, a hundred per second in
 * total. Fifty researchers have the dashboard open, one of them in Chromium.
 * @param {{ quick: boolean }} options
 */
export async function dashboard({ quick }) {
  const seconds = quick ? 8 : 20;
  const changes = seconds * PER_SECOND;
  const engine = findRedis() ? 'redis' : 'postgres';
  const setting = await startBenchmarkProduct({ engine, workers: 1 });
  const peer = await startReference('socket');
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: CHROMIUM_ARGS,
  });
  try {
    const researchers = await makePeople(setting.db, WATCHERS, { researcher: true });
    const [owner] = researchers;
    if (!owner) throw new Error('nobody');
    const all = await makeRecruitingStudies(setting.db, owner.id, SESSIONS, 1_000);
    await setting.db.query(
      `INSERT INTO identity.study_collaborator (study_id, account_id, role, since)
       SELECT s, a, 'editor', now() FROM unnest($1::uuid[]) AS s, unnest($2::uuid[]) AS a`,
      [all.map((r) => r.study_id), researchers.slice(1).map(({ id }) => id)],
    );
    const driver = new LoadDriver(setting.port, 10);
    const server = () => setting.cpu().server;
    const round = async () => {
      const people = await makePeople(setting.db, changes);
      const asked = people.map(({ token }, i) => {
        const { session_id, consent } = all[i % SESSIONS] ?? { session_id: '', consent: {} };
        return serializeRequest('POST', `/api/sessions/${session_id}/participations/`, {
          token,
          body: { consent },
        });
      });
      const before = server();
      const took = await atPace(driver, asked);
      // Waits for the live messages about the enrolments. The server sends them within a second,
      // and their processor time counts as well.
      await sleep(1_000);
      return { cpu: (server() - before) / changes, perSecond: (changes / took) * 1000 };
    };
    await round();
    const alone = await round();
    const watching = await watchAll(setting.port, researchers);
    const [bytes, messages] = [watching.heard.bytes, watching.heard.messages];
    const watched = await round();
    const told = {
      bytes: (watching.heard.bytes - bytes) / changes / WATCHERS,
      messages: (watching.heard.messages - messages) / changes / WATCHERS,
    };
    const bare = await bareCost(
      peer,
      Math.round(told.messages * changes),
      told.bytes / told.messages,
    );

    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const url = `http://127.0.0.1:${setting.port}`;
    await context.addCookies([{ name: 'ff_user_access_token', value: owner.token, url }]);
    await context.addInitScript({ content: "localStorage.setItem('cookieConsent', '1')" });
    const page = await context.newPage();
    await page.goto(`${url}/sessions/dashboard`);
    await page.locator('[data-tile]').first().waitFor();
    await sleep(2_000);
    const measured = async (/** @type {() => Promise<unknown>} */ meanwhile) => {
      /** @type {Promise<number[]>} */
      const gaps = page.evaluate(frames);
      await meanwhile();
      await page.evaluate('window.endFrames()');
      return gaps;
    };
    const still = await measured(() => sleep(5_000));
    const moving = await measured(round);
    watching.close();
    driver.close();
    const p99 = percentile(moving, 0.99);
    return {
      lines: [
        {
          what: `dashboard: server CPU a change told to ${WATCHERS} windows`,
          measured: `${(watched.cpu - alone.cpu).toFixed(2)} ms`,
          beside: `bare Socket.IO ${bare.toFixed(2)} ms, the change itself ${alone.cpu.toFixed(2)} ms`,
          share: (watched.cpu - alone.cpu) / bare,
        },
        {
          what: 'dashboard: bytes a change and window',
          measured: `${Math.round(told.bytes)} B in ${told.messages.toFixed(2)} messages`,
        },
        {
          what: `dashboard: frame times in Chromium, ${PER_SECOND} changes a second`,
          measured: `p50 ${formatMs(percentile(moving, 0.5))}, p99 ${formatMs(p99)}`,
          beside: `without changes p50 ${formatMs(percentile(still, 0.5))}, p99 ${formatMs(percentile(still, 0.99))}`,
          aim: `p99 ≤ ${FRAME} ms`,
          held: p99 <= FRAME,
        },
      ],
      notes: [
        `dashboard: ${SESSIONS} sessions, ${Math.round(watched.perSecond)} changes a second were made, ` +
          `queues on ${engine === 'redis' ? 'Redis' : 'PostgreSQL'}; driver, watchers, server, workers, ` +
          `PostgreSQL and Chromium share the cores; load ${systemLoad()}`,
      ],
    };
  } finally {
    await browser.close();
    peer.stop();
    await setting.stop();
  }
}

/**
 * Measures the processor time of a bare Socket.IO server, for comparison. The server sends
 * `messages` messages of `size` bytes to its sockets. It has as many sockets as the product.
 * @param {{ port: number, pid: number }} peer @param {number} messages @param {number} size bytes
 * @returns {Promise<number>} milliseconds of CPU per message
 */
async function bareCost(peer, messages, size) {
  const sockets = Array.from({ length: WATCHERS }, () =>
    io(`http://127.0.0.1:${peer.port}`, {
      transports: ['websocket'],
      path: '/socket.io/',
      forceNew: true,
      reconnection: false,
    }),
  );
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise((resolve) =>
          socket.on('connect', () => socket.emit('watch', {}, () => resolve(undefined))),
        ),
    ),
  );
  const driver = new LoadDriver(peer.port, 10);
  const asked = serializeRequest('POST', '/emit', {
    body: { of: 'x'.repeat(Math.max(1, size - 40)) },
  });
  const before = cpuTimeOf(peer.pid);
  await driver.run(Array.from({ length: messages }, () => asked));
  await sleep(500);
  const cost = (cpuTimeOf(peer.pid) - before) / messages;
  driver.close();
  sockets.forEach((socket) => socket.disconnect());
  return cost;
}
