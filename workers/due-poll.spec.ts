import type { ScheduledJob } from '../server/platform/messaging/consumer';
import { dueJobsStatementOf } from './due-poll';

const job = (name: string, isDue?: ScheduledJob['isDue']): ScheduledJob => ({
  name,
  everyMs: 1_000,
  run: () => Promise.resolve(0),
  ...(isDue && { isDue }),
});

describe('SQL statement that finds the due jobs', () => {
  it('contains the condition of each job, with the time as a parameter', () => {
    const jobs = [
      job('seals', (now) => `EXISTS (SELECT FROM a WHERE b <= ${now})`),
      job('always'),
      job('broadcasts', () => 'EXISTS (SELECT FROM c)'),
    ];
    const { text, dueOf } = dueJobsStatementOf(jobs);
    expect(text).toBe(
      'SELECT $1::timestamptz AS moment, EXISTS (SELECT FROM a WHERE b <= $1::timestamptz) AS "0",\n' +
        'EXISTS (SELECT FROM c) AS "2"',
    );
    expect(dueOf({ '0': false, '2': true }).map(({ name }) => name)).toEqual([
      'always',
      'broadcasts',
    ]);
  });

  it('is null when no job has a condition, so that all jobs are due', () => {
    const jobs = [job('one'), job('two', () => undefined)];
    const { text, dueOf } = dueJobsStatementOf(jobs);
    expect(text).toBeNull();
    expect(dueOf({})).toEqual(jobs);
  });
});
