import { makeDemoOperatorSettings } from './demo/demo-operator.mjs';
import { startDemoStudySite } from './demo/demo-study-site.mjs';
import { join } from 'node:path';
import { runOnce, supervise } from './processes/children.mjs';
import { programPath } from './paths.mjs';
import { migrateUnlessDone } from './services/migrate-unless-done.mjs';
import { freePort } from './processes/ports.mjs';
import { endLeftoverPostgres } from './engines/postgres.mjs';
import { runStep } from './progress.mjs';
import { endLeftoverRedis } from './engines/redis.mjs';
import { startServices } from './services/services.mjs';
import {
  abandonedDirs,
  ensureDir,
  postgresDataDir,
  removeDir,
  temporaryDir,
} from './processes/state.mjs';

/** The password and the addresses of the demo's accounts, as the seed creates them. */
export const DEMO_PASSWORD = 'Demo-Pass-2026!';
export const DEMO_ACCOUNTS = {
  administrator: 'admin@demo.test',
  researcher: 'researcher@demo.test',
  collaborator: 'collaborator@demo.test',
  participant: 'participant@demo.test',
};

/**
 * @typedef {object} Product
 * @property {string} url the address of the web app and the API at the first server
 * @property {string[]} urls the addresses of all servers
 * @property {import('./inbox/inbox.mjs').Inbox | undefined} inbox
 * @property {import('./services/services.mjs').Services} services
 * @property {NodeJS.ProcessEnv} env the environment variables of the programs
 * @property {boolean} demo
 * @property {string | undefined} studySite the address of the demo's external study, if it runs
 * @property {string} seeded the output of the seed: the invitation code
 * @property {import('./processes/children.mjs').Supervised[]} servers
 * @property {import('./processes/children.mjs').Supervised[]} workers
 * @property {string} logDir
 * @property {() => Promise<void>} stop ends the programs, then Redis, then PostgreSQL
 * @property {() => void} kill
 */

/** Ends the services of temporary products whose launcher died, and removes their folders. */
export async function removeAbandonedProducts() {
  for (const dir of abandonedDirs('product')) {
    await Promise.all([
      endLeftoverPostgres(postgresDataDir(dir)),
      endLeftoverRedis(join(dir, 'redis')),
    ]);
    removeDir(dir);
  }
}

/**
 * Starts the complete product: services, migrations, seed, servers and workers. The programs must
 * be built.
 * @param {object} [options]
 * @param {string} [options.dir] the state folder; without it a throw-away one, removed by `stop`
 * @param {NodeJS.ProcessEnv} [options.env] variables added to the environment, or replaced in it
 * @param {number} [options.port] the port of the first server; further servers use the following
 *   ports. By default, a free port
 * @param {string} [options.host]
 * @param {boolean} [options.demo]
 * @param {string} [options.seeded] the output of an earlier seed of this state folder; if given,
 *   the seed does not run again
 * @param {number} [options.servers] how many
 * @param {number} [options.workers] how many
 * @param {number} [options.inboxPort]
 * @param {number} [options.studyPort] of the demo's external study; without it the demo has none
 * @param {'redis' | 'postgres'} [options.engine]
 * @param {Promise<unknown>} [options.webBuilt] the web app's build; the servers wait for it
 * @param {AbortSignal} [options.signal] aborts the start
 * @param {(children: { name: string, pid: number }[]) => void} [options.onChildren] gets the pids
 *   of the programs, whenever they change
 * @returns {Promise<Product>}
 */
export async function startProduct({
  dir,
  env: more = {},
  port,
  host,
  demo,
  seeded: before,
  servers = 1,
  workers = 1,
  inboxPort,
  studyPort,
  engine,
  webBuilt,
  signal,
  onChildren,
} = {}) {
  if (!dir) await removeAbandonedProducts();
  const home = dir ? ensureDir(dir) : temporaryDir('product');
  const logDir = ensureDir(join(home, 'logs'));
  const outside = { ...process.env, ...more };
  const services = await startServices({ dir: home, env: outside, inboxPort, engine });

  /** @type {import('./processes/children.mjs').Supervised[]} */
  const running = [];
  /** @type {Map<string, number>} */
  const passing = new Map();
  const tell = () =>
    onChildren?.([
      ...running.map(({ name, pid }) => ({ name, pid: pid() })),
      ...[...passing].map(([name, pid]) => ({ name, pid })),
    ]);
  /** @type {{ url: string, stop: () => Promise<void> } | undefined} */
  let studySite;
  const stop = async () => {
    await studySite?.stop();
    await Promise.all(running.map((child) => child.stop()));
    await services.stop();
    if (!dir) removeDir(home);
  };
  const kill = () => {
    for (const child of running) child.kill();
    services.kill();
  };

  try {
    const at = port ?? (await freePort());
    const wantsDemo = demo ?? (services.embedded ? outside.DEMO !== '0' : outside.DEMO === 'force');
    const listenOn = host ?? (outside.HOST || (wantsDemo ? '127.0.0.1' : '0.0.0.0'));
    /** @type {NodeJS.ProcessEnv} */
    const env = {
      ...outside,
      ...services.env,
      NODE_ENV: outside.NODE_ENV ?? 'production',
      DATA_DIR: home,
      PORT: String(at),
      HOST: listenOn,
      DEMO: services.embedded ? (wantsDemo ? 'force' : '0') : (outside.DEMO ?? '0'),
    };
    if (wantsDemo) Object.assign(env, makeDemoOperatorSettings(home, env));
    env.PUBLIC_WEB_URL ||= `http://127.0.0.1:${at}`;
    env.PUBLIC_API_URL ||= env.PUBLIC_WEB_URL;
    if (wantsDemo && studyPort !== undefined) {
      const researcher = { email: DEMO_ACCOUNTS.researcher, password: DEMO_PASSWORD };
      const [web, api] = [env.PUBLIC_WEB_URL, env.PUBLIC_API_URL];
      // If another program uses the port, the demo starts without the external study.
      studySite = await startDemoStudySite(studyPort, { web, api, researcher }).catch(
        () => undefined,
      );
      if (studySite) env.DEMO_STUDY_URL = studySite.url;
    }

    /**
     * Runs a program to its end, such as the migrations.
     * @param {string} name @param {string} file
     */
    const once = async (name, file) => {
      signal?.throwIfAborted();
      try {
        return await runOnce(
          { name, file: programPath(file), env },
          { onSpawn: (pid) => (passing.set(name, pid), tell()) },
        );
      } finally {
        passing.delete(name);
        tell();
      }
    };
    await migrateUnlessDone(services.postgres?.data, () =>
      runStep('migrating the database', () => once('migrate', 'server/migrate.main')),
    );
    signal?.throwIfAborted();

    /**
     * Starts several processes of one program, and keeps them running.
     * @param {string} kind
     * @param {string} file
     * @param {number} count
     * @param {(i: number) => NodeJS.ProcessEnv} own
     */
    const several = (kind, file, count, own) =>
      Array.from({ length: count }, (_, i) => {
        const child = supervise(
          {
            name: count > 1 ? `${kind}-${i + 1}` : kind,
            file: programPath(file),
            env: { ...env, ...own(i) },
            logDir,
          },
          { onChange: () => queueMicrotask(tell) },
        );
        running.push(child);
        return child;
      });
    /**
     * Returns the environment variable with the port of the process with number `i`; each process needs its own port.
     * @param {'METRICS_PORT' | 'WORKERS_PORT'} name @param {number} i
     */
    const ownPort = (name, i) => (env[name] ? { [name]: String(Number(env[name]) + i) } : {});
    const startServers = () =>
      several('server', 'server/main', servers, (i) => ({
        PORT: String(at + i),
        ...ownPort('METRICS_PORT', i),
      }));
    const working = several('workers', 'workers/main', workers, (i) => ownPort('WORKERS_PORT', i));
    const isLate = (/** @type {import('./processes/children.mjs').Supervised} */ one) =>
      !one.isReady();
    const waitingFor = () => [...running.filter(isLate).map((one) => one.name), ...passing.keys()];
    // The seed fills in the demo while the servers start. A visitor who opens the demo meanwhile
    // sees the data appear. The seed can run repeatedly.
    const [seeded, serving] = await runStep(
      wantsDemo && before === undefined
        ? 'starting server and workers, filling in the demo'
        : 'starting server and workers',
      () =>
        Promise.all([
          before ?? (wantsDemo ? once('seed', 'server/seed.main') : ''),
          Promise.resolve(webBuilt).then(async () => {
            signal?.throwIfAborted();
            const started = startServers();
            await Promise.all(started.map((child) => child.ready));
            return started;
          }),
          ...working.map((child) => child.ready),
        ]),
      { waitingFor },
    );
    signal?.throwIfAborted();

    const urls = serving.map((_, i) => `http://127.0.0.1:${at + i}`);
    return {
      url: urls[0] ?? '',
      urls,
      inbox: services.inbox,
      services,
      env,
      demo: wantsDemo,
      studySite: studySite?.url,
      seeded,
      servers: serving,
      workers: working,
      logDir,
      stop,
      kill,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
