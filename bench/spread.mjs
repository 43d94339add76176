import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, sum, summariseRounds } from './lib/figures.mjs';
import { startReference } from './lib/peer.mjs';
import { makePeople, makeRecruitingStudies, readSeatCounts } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { timeLimitLine, formatCores, formatMs, shareOfLimitLine } from './lib/table.mjs';

const SESSIONS = 200;
const SEATS = 10;
const WARM = 2;

/**
 * Measures how 2,000 people enrol in the 2,000 seats of 200 sessions, 64 at a time; no enrolment is
 * refused.
 * @param {{ quick: boolean }} options
 */
export async function spread({ quick }) {
  const rounds = quick ? 3 : 7;
  const setting = await startBenchmarkProduct();
  const peer = await startReference('enrol', { databaseUrl: setting.serverUrl });
  try {
    const people = await makePeople(setting.db, SESSIONS * SEATS);
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    const product = new LoadDriver(setting.port);
    const bare = new LoadDriver(peer.port);
    /**
     * @type {{ product: import('./lib/client.mjs').Drive[], bare:
     * import('./lib/client.mjs').Drive[] }}
     */
    const drives = { product: [], bare: [] };
    const cpu = { server: 0, postgres: 0 };
    for (let round = -WARM; round < rounds; round++) {
      for (const kind of /** @type {const} */ (['product', 'bare'])) {
        const sessions = await makeRecruitingStudies(setting.db, owner?.id ?? '', SESSIONS, SEATS);
        const requests = people.map(({ token }, i) => {
          const { session_id, consent } = sessions[i % SESSIONS] ?? { session_id: '', consent: {} };
          return serializeRequest('POST', `/api/sessions/${session_id}/participations/`, {
            token,
            body: { consent },
          });
        });
        const before = setting.cpu();
        const drive = await (kind === 'product' ? product : bare).run(requests);
        const after = setting.cpu();
        const seats = await readSeatCounts(
          setting.db,
          sessions.map((s) => s.session_id),
        );
        if (
          drive.statuses[201] !== people.length ||
          seats.some((s) => s.taken !== SEATS || s.counted !== SEATS)
        )
          throw new Error(`${kind}: not every seat was given: ${JSON.stringify(drive.statuses)}`);
        if (round < 0) continue;
        drives[kind].push(drive);
        if (kind === 'bare') continue;
        cpu.server += after.server - before.server;
        cpu.postgres += after.postgres - before.postgres;
      }
    }
    product.close();
    bare.close();
    const [p, b] = [summariseRounds(drives.product), summariseRounds(drives.bare)];
    const answers = sum(drives.product.map((r) => r.latencies.length));
    return {
      lines: [
        shareOfLimitLine(
          `spread: enrolments a second (${SESSIONS} × ${SEATS})`,
          p.perSecond,
          'bare Node, one statement each',
          b.perSecond,
          0.6,
        ),
        timeLimitLine(
          'spread: p99',
          p.p99,
          60,
          `p50 ${formatMs(p.p50)}; bare p50 ${formatMs(b.p50)}, p99 ${formatMs(b.p99)}`,
        ),
      ],
      notes: [
        `spread: CPU in cores: server ${formatCores(cpu.server / p.ms)}, PostgreSQL ${formatCores(cpu.postgres / p.ms)}, ` +
          `driver ${formatCores(p.driver)}; server ${((cpu.server / answers) * 1000).toFixed(0)} µs ` +
          `and PostgreSQL ${((cpu.postgres / answers) * 1000).toFixed(0)} µs an enrolment; ` +
          `load ${systemLoad()}`,
      ],
    };
  } finally {
    peer.stop();
    await setting.stop();
  }
}
