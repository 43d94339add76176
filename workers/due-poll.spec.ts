import type { Job } from '../server/platform/messaging/consumer';
import { statementOf } from './due-poll';

const job = (name: string, isDue?: Job['isDue']): Job => ({
  name,
  everyMs: 1_000,
  run: () => Promise.resolve(0),
  ...(isDue && { isDue }),
});

describe('the statement that asks for all jobs', () => {
  it('has the condition of each job, with the moment as its operand', () => {
    const jobs = [
      job('seals', (now) => `EXISTS (SELECT FROM a WHERE b <= ${now})`),
      job('always'),
      job('broadcasts', () => 'EXISTS (SELECT FROM c)'),
    ];
    const { text, dueOf } = statementOf(jobs);
    expect(text).toBe(
      'SELECT $1::timestamptz AS moment, EXISTS (SELECT FROM a WHERE b <= $1::timestamptz) AS "0",\n' +
        'EXISTS (SELECT FROM c) AS "2"',
    );
    expect(dueOf({ '0': false, '2': true }).map(({ name }) => name)).toEqual([
      'always',
      'broadcasts',
    ]);
  });

  it('is none when no job has a condition: all of them are due', () => {
    const jobs = [job('one'), job('two', () => undefined)];
    const { text, dueOf } = statementOf(jobs);
    expect(text).toBeNull();
    expect(dueOf({})).toEqual(jobs);
  });
});
