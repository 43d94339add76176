import type { DataSource } from 'typeorm';
import type { Clock } from '../../../server/platform/concurrency/clock';

type Work = (...args: unknown[]) => Promise<unknown>;
/** The members of a class or of an instance, by name; those of an instance include its fields. */
type Members = Readonly<Record<string, unknown>>;

const moment = '$1::timestamptz';
type Condition = (now: string) => string | undefined;

interface Service {
  readonly methods: readonly string[];
  /** The condition of the job that calls the service. */
  conditionOf(service: Members, exports: Members): unknown;
}

/**
 * Services that tests call directly instead of through a job, with the conditions of the jobs that
 * call them.
 */
const services: Readonly<Record<string, Service>> = {
  DeadlineEnforcer: {
    methods: ['openSessions', 'closeSessions', 'endOverdue'],
    conditionOf: (_, exports) => exports.isAnyDeadlineOverSql,
  },
  SealAgreements: {
    methods: ['run'],
    conditionOf: (_, exports) => exports.hasUnsealedAgreementSql,
  },
  SealAudit: { methods: ['run'], conditionOf: (service) => service.isAnyUnsealed },
};
export const guardedServices = Object.keys(services);

/**
 * Whether the value is an instance of a class with this name. `instanceof` does not work, because
 * the compiled programs of the worker and the test file have separate copies of each class.
 */
function isOf(value: object, name: string): boolean {
  const prototype = Object.getPrototypeOf(value) as { constructor?: { name: string } } | null;
  return prototype !== null && (prototype.constructor?.name === name || isOf(prototype, name));
}
const isSource = (value: object): value is DataSource => isOf(value, 'DataSource');
const isClock = (value: object): value is Clock => isOf(value, 'Clock');

/**
 * Finds the first instance of a class among the fields of an object, and then among the fields of
 * the found objects.
 */
function within<T extends object>(
  root: object,
  is: (value: object) => value is T,
  depth = 3,
): T | undefined {
  const fields = Object.values(root).filter(
    (value): value is object => typeof value === 'object' && value !== null,
  );
  const found = fields.find(is);
  if (found || depth === 1) return found;
  for (const field of fields) {
    const deeper = within(field, is, depth - 1);
    if (deeper) return deeper;
  }
  return undefined;
}

async function holds(condition: string, worker: object): Promise<boolean> {
  const source = within(worker, isSource);
  if (!source) throw new Error(`${worker.constructor.name} has no database in its fields`);
  const now = within(worker, isClock)?.now() ?? new Date();
  const [row]: { due: boolean }[] = await source.query(
    `SELECT ${condition} AS due, ${moment} AS moment`,
    [now],
  );
  return row?.due === true;
}

/**
 * Wraps a method of a job: the method fails if it did something although the job's condition did
 * not hold before.
 */
const guardedMethod = (
  work: Work,
  name: string,
  conditionOf: (worker: object) => string | undefined,
): Work =>
  async function guardedWork(this: object, ...args) {
    const condition = beside in this ? undefined : conditionOf(this);
    const wasDue = condition === undefined || (await holds(condition, this));
    const count = await work.apply(this, args);
    if (!wasDue && typeof count === 'number' && count > 0)
      throw new Error(
        `${name} handled ${count}, although isDue did not hold: the schedule would not have run it`,
      );
    return count;
  };

/** A global symbol, so that the copies of this module in all test files share it. */
const beside = Symbol.for('commonlab: a job beside other work');

/**
 * Returns the same job without the guard, for a test that does other work at the same time: that
 * work may make the job due after the guard has checked the condition.
 */
export const unguardedJob = <J extends object>(job: J): J =>
  Object.create(job, { [beside]: { value: true } }) as J;

const guarded = new WeakSet<object>();

/**
 * Makes the jobs among the exports of a module check their own condition (`isDue`): a job fails if
 * it handles something although nothing was due. An installation runs a job only when the condition
 * holds, but tests run jobs themselves. Without the check, tests would not notice a condition that
 * never holds or holds too late.
 */
export function guardDueConditions<M>(exports: M): M {
  if (typeof exports !== 'object' || exports === null || guarded.has(exports)) return exports;
  guarded.add(exports);
  const all = exports as Members;
  for (const [name, exported] of Object.entries(all)) {
    if (typeof exported !== 'function' || typeof exported.prototype !== 'object') continue;
    const prototype = exported.prototype as Record<string, Work>;
    const service = services[name];
    const names = service?.methods ?? (/(Job|Sweeper)$/.test(name) ? ['run'] : []);
    for (const method of names) {
      const work = prototype[method];
      if (!work) continue;
      prototype[method] = guardedMethod(work, `${name}.${method}`, (worker) => {
        const members = worker as Members;
        const condition = service ? service.conditionOf(members, all) : members.isDue;
        if (service && typeof condition !== 'function')
          throw new Error(`the condition of ${name} has another name now: change due-guard.ts`);
        return (condition as Condition | undefined)?.call(worker, moment);
      });
    }
  }
  return exports;
}
