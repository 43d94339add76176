import { requireBuilt, loadProductPackage } from '../lib/require-built.mjs';

/**
 * Creates the services of the product's workers in this process, with a clock that can be set:
 * retention jobs, the outbox sweeper, and the jobs that add records to hash chains. There is no
 * queue and no schedule, so each job runs only when the caller calls it.
 * @param {NodeJS.ProcessEnv} env
 */
export async function startProductJobs(env) {
  const { NestFactory } = loadProductPackage('@nestjs/core');
  const { capabilities } = requireBuilt('server/contexts');
  const { createLog, NestLog } = requireBuilt('server/platform/observability/log');
  const { WorkersModule } = requireBuilt('workers/workers.module');
  const { RetentionJob } = requireBuilt('workers/retention.job');
  const { OutboxSweeper } = requireBuilt('workers/outbox-sweeper');
  const { routingOf } = requireBuilt('workers/relay');
  const { mailsByEvent } = requireBuilt('server/mail/mail.consumer');
  const { Secrets } = requireBuilt('server/platform/security/secrets');
  const { SealAudit } = requireBuilt('server/audit/seal-audit');
  const { SealAgreements } = requireBuilt('server/enrolment/agreements/seal-agreements');
  const { ofThisServer, Passwords } = requireBuilt('server/authentication/password/passwords');
  const { LIVE_BROADCASTER } = requireBuilt('server/live/live.consumer');
  const { DataSource } = loadProductPackage('typeorm');

  /** @type {Date | null} */
  let time = null;
  const clock = { now: () => time ?? new Date() };
  const log = createLog('warn', 'age');
  const app = await NestFactory.createApplicationContext(
    await WorkersModule.for(
      requireBuilt('server/config').readConfig(env),
      log,
      capabilities,
      clock,
    ),
    { logger: new NestLog(log), abortOnError: false },
  );
  const consumers = [...capabilities.consumers.values()].map((type) => app.get(type));
  const routing = routingOf(consumers, [...capabilities.events.keys()], capabilities.silentEvents);
  // The sweeper of the outbox gets no queues: no consumer of events runs here, so it only deletes
  // old events.
  const sweep = new OutboxSweeper(app.get(DataSource), routing, new Map(), log);
  const auditSeals = app.get(SealAudit);
  const agreementSeals = app.get(SealAgreements);
  const secrets = app.get(Secrets);
  /**
   * Repeats a job until it has nothing left to do, and adds up its counts.
   * @param {() => Promise<number>} run
   */
  const untilNothing = async (run) => {
    let count = 0;
    for (let some = await run(); some > 0; some = await run()) count += some;
    return count;
  };
  return {
    routes: [...routing].flatMap(([name, queues]) =>
      queues.map((/** @type {string} */ queue) => ({ name, queue })),
    ),
    mails: [...mailsByEvent(capabilities.mailSources, capabilities.events)].flatMap(
      ([name, list]) =>
        list.map((/** @type {{ template: string }} */ { template }) => ({ name, template })),
    ),
    /** @type {{ name: string, run: () => Promise<number> }[]} */
    jobs: [
      ...capabilities.jobs.map((/** @type {unknown} */ job) => app.get(job)),
      app.get(RetentionJob),
    ],
    sweep: () => /** @type {Promise<number>} */ (sweep.run()),
    /**
     * Hashes a password as the product does.
     * @param {string} password @returns {Promise<string>}
     */
    hash: (password) => app.get(Passwords).hash(ofThisServer, password),
    /**
     * Returns the pseudonym of an account in a study.
     * @param {string} study @param {string} account @returns {Buffer}
     */
    pseudonym: (study, account) => secrets.pseudonym(study, 'anonymous', account),
    /**
     * Returns the keyed hash with which the audit log refers to an administrator's note.
     * @param {string} note @param {string} reason @returns {string} hexadecimal
     */
    noteMac: (note, reason) => secrets.stamp('audit', 'note', note, reason).toString('hex'),
    /** Sets the clock of the jobs. @param {Date | null} now null: the current time */
    setClock: (now) => void (time = now),
    /**
     * Adds audit records to the hash chain without the search for records that were inserted late.
     * A worker makes this search once an hour. Here it would run after every thousand records, and
     * each time it would read the records of 35 days.
     * @returns {Promise<number>}
     */
    sealAudit() {
      auditSeals.thoroughAt = new Date(8.64e15);
      return auditSeals.run();
    },
    /**
     * Adds audit records to the hash chain once, and also searches for records that were inserted
     * late.
     * @returns {Promise<number>}
     */
    sealAuditThoroughly() {
      auditSeals.thoroughAt = null;
      return auditSeals.run();
    },
    sealAgreements: () => untilNothing(() => agreementSeals.run()),
    /**
     * Finds the first agreement at which the hash chain of a study's agreements is broken.
     * @param {string} studyId @returns {Promise<bigint | null>}
     */
    firstBrokenAgreement: (studyId) => agreementSeals.firstBroken(studyId),
    untilNothing,
    async close() {
      await app.get(LIVE_BROADCASTER).close();
      await app.close();
    },
  };
}
/** @typedef {Awaited<ReturnType<typeof startProductJobs>>} Product */
