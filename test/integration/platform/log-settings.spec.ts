import { Client } from 'pg';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { captureLog, encodingsOf } from '../../support/app/captured-log';

let run: RunningApp;
let owner: Client;
beforeAll(async () => {
  run = await sharedApp();
  owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await run.close();
});

describe('The settings of PostgreSQL', () => {
  it('keep values out of its log: no constraint details, no parameters, no statements', async () => {
    const { rows } = await owner.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('log_error_verbosity', 'log_statement', 'log_parameter_max_length_on_error', 'log_min_duration_statement')
       ORDER BY name`,
    );
    expect(Object.fromEntries(rows.map((r) => [r.name, r.setting]))).toEqual({
      log_error_verbosity: 'terse',
      log_min_duration_statement: '-1',
      log_parameter_max_length_on_error: '0',
      log_statement: 'none',
    });
  });
});

describe('The search for secrets in a log', () => {
  it('finds a secret in any encoding, and nothing else', () => {
    const talkative = captureLog('trace', 'test');
    for (const told of [
      'Quackenbush',
      Buffer.from('x: Quackenbush!').toString('base64'),
      Buffer.from('Quackenbush').toString('hex'),
      'QUACKENBUSH',
    ]) {
      talkative.log.info({ told }, 'a line');
      expect(
        encodingsOf('Quackenbush').some((one) =>
          (talkative.lines.at(-1) ?? '').toLowerCase().includes(one),
        ),
      ).toBe(true);
    }
    talkative.log.info({ told: 'nothing' }, 'a line');
    expect(
      encodingsOf('Quackenbush').some((one) =>
        (talkative.lines.at(-1) ?? '').toLowerCase().includes(one),
      ),
    ).toBe(false);
  });
});
