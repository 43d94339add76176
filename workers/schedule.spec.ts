import { Clock } from '../server/platform/concurrency/clock';
import type { ScheduledJob } from '../server/platform/messaging/consumer';
import { Metrics } from '../server/platform/observability/metrics';
import { captureLog } from '../test/support/app/captured-log';
import type { DueJobLookup } from './due-poll';
import { JobSchedule } from './schedule';
import { WorkerMetrics } from './worker-metrics';

/** A job for which the test decides whether it is due and when a run ends. */
class ProbeJob implements ScheduledJob {
  readonly name: string;
  readonly everyMs: number;
  due = true;
  /** The start of each run, in seconds after the beginning of the test. */
  readonly runs: number[] = [];
  work: () => Promise<number> = () => Promise.resolve(1);

  constructor(name: string, seconds: number) {
    this.name = name;
    this.everyMs = seconds * 1_000;
  }

  run(): Promise<number> {
    this.runs.push(Math.round(performance.now() / 1_000));
    return this.work();
  }
}

describe('JobSchedule', () => {
  const started: JobSchedule[] = [];
  const logs = captureLog('warn', 'test');
  /** For each statement: the names of the jobs that it checks. */
  let asked: string[][] = [];
  const due: DueJobLookup = {
    of: <J extends ScheduledJob>(jobs: readonly J[]) => {
      asked.push(jobs.map(({ name }) => name));
      return Promise.resolve(jobs.filter((job) => job instanceof ProbeJob && job.due));
    },
  };
  const begin = (jobs: ProbeJob[], poll = due) => {
    const schedule = new JobSchedule(
      jobs,
      poll,
      new Clock(),
      logs.log,
      new WorkerMetrics(new Metrics()),
    );
    started.push(schedule);
    schedule.start();
    return schedule;
  };

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Math, 'random').mockReturnValue(0);
    asked = [];
    logs.lines.length = 0;
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((schedule) => schedule.stop()));
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('checks all jobs whose interval has passed in one statement', async () => {
    begin([new ProbeJob('second', 1), new ProbeJob('two', 2), new ProbeJob('minute', 60)]);
    await jest.advanceTimersByTimeAsync(2_100);
    expect(asked).toEqual([['second', 'two', 'minute'], ['second'], ['second', 'two']]);
    await jest.advanceTimersByTimeAsync(120_000);
    expect(asked.filter((names) => names.includes('minute'))).toHaveLength(3);
  });

  it('runs a job within a second after it becomes due, and not before', async () => {
    const job = new ProbeJob('deadlines', 1);
    job.due = false;
    begin([job]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(job.runs).toEqual([]);
    job.due = true;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(job.runs).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(job.runs).toHaveLength(4);
  });

  it('never runs a job twice at the same time, while other jobs continue', async () => {
    const slow = new ProbeJob('slow', 1);
    const other = new ProbeJob('other', 1);
    let end: (() => void) | undefined;
    slow.work = () => new Promise((resolve) => (end = () => resolve(0)));
    begin([slow, other]);
    await jest.advanceTimersByTimeAsync(5_100);
    expect(slow.runs).toHaveLength(1);
    expect(other.runs).toHaveLength(6);
    end?.();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(slow.runs).toHaveLength(2);
    end?.();
  });

  it('runs all jobs of the interval when the statement fails', async () => {
    const [one, two] = [new ProbeJob('one', 1), new ProbeJob('two', 1)];
    begin([one, two], { of: () => Promise.reject(new Error('no such table')) });
    await jest.advanceTimersByTimeAsync(500);
    expect([one.runs.length, two.runs.length]).toEqual([1, 1]);
    expect(logs.of('asking which jobs are due failed')).toHaveLength(1);
  });

  it('pauses up to 30 seconds while the statement keeps failing, and logs its first failure only', async () => {
    const [one, two] = [new ProbeJob('one', 1), new ProbeJob('two', 1)];
    begin([one, two], { of: () => Promise.reject(new Error('too slow')) });
    await jest.advanceTimersByTimeAsync(100_500);
    expect(one.runs.map((at) => at - (one.runs[0] ?? 0))).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
    expect(two.runs).toEqual(one.runs);
    expect(logs.of('asking which jobs are due failed')).toHaveLength(1);
    expect(logs.of('asking which jobs are due works again')).toEqual([]);
  });

  it('runs jobs within a second again after the statement works again, and logs that once', async () => {
    const job = new ProbeJob('deadlines', 1);
    let fails = true;
    begin([job], {
      of: (jobs) => (fails ? Promise.reject(new Error('slow')) : Promise.resolve([...jobs])),
    });
    await jest.advanceTimersByTimeAsync(8_500);
    expect(job.runs).toHaveLength(4);
    fails = false;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(job.runs.map((at) => at - (job.runs[0] ?? 0))).toEqual([0, 1, 3, 7, 15, 16, 17, 18]);
    expect(logs.of('asking which jobs are due failed')).toHaveLength(1);
    expect(logs.of('asking which jobs are due works again')).toMatchObject([{ failures: 4 }]);
    // After a success, the next failure counts as a first one: the pause is the shortest again, and
    // the failure is logged.
    fails = true;
    await jest.advanceTimersByTimeAsync(2_000);
    expect(job.runs.slice(-2).map((at) => at - (job.runs[0] ?? 0))).toEqual([19, 20]);
    expect(logs.of('asking which jobs are due failed')).toHaveLength(2);
  });

  it('reports a failed run and continues', async () => {
    const job = new ProbeJob('failing', 1);
    job.work = () => Promise.reject(new Error('away'));
    begin([job]);
    await jest.advanceTimersByTimeAsync(1_500);
    expect(job.runs).toHaveLength(2);
    expect(logs.of('job failed')).toHaveLength(2);
  });

  it('stops after the running jobs have ended, and starts no other', async () => {
    const job = new ProbeJob('slow', 1);
    let end: (() => void) | undefined;
    job.work = () => new Promise((resolve) => (end = () => resolve(0)));
    const schedule = begin([job]);
    await jest.advanceTimersByTimeAsync(500);
    let hasStopped = false;
    const stopped = schedule.stop().then(() => (hasStopped = true));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(hasStopped).toBe(false);
    end?.();
    await stopped;
    expect(job.runs).toHaveLength(1);
  });

  it.each([
    ['succeeds', () => Promise.resolve()],
    ['fails', () => Promise.reject(new Error('away'))],
  ])('starts no job when the statement %s after the stop', async (_, settle) => {
    const job = new ProbeJob('late', 1);
    let answer: (() => void) | undefined;
    const schedule = begin([job], {
      of: async (jobs) => {
        await new Promise<void>((resolve) => (answer = resolve));
        await settle();
        return [...jobs];
      },
    });
    await jest.advanceTimersByTimeAsync(500);
    const stopped = schedule.stop();
    answer?.();
    await stopped;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(job.runs).toEqual([]);
    expect(logs.lines).toEqual([]);
  });
});
