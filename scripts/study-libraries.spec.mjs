import { spawnSync } from 'node:child_process';
import { ROOT } from './lib/paths.mjs';
import { noticesOf } from './lib/libraries/licence-notices.mjs';
import { packagesOf } from './lib/libraries/make-libraries.mjs';

describe('the copies of jsPsych', () => {
  test('are those of the packages that are installed', () => {
    const run = spawnSync(process.execPath, ['scripts/study-libraries.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(run.stdout + run.stderr).toBe('');
    expect(run.status).toBe(0);
  });

  test('come with the notices of all that is in them, under licences that allow it', () => {
    for (const { folder, name, version, license } of packagesOf(ROOT)) {
      const notices = noticesOf(folder, ROOT);
      expect(notices).toContain(`${name} ${version}\nLicence: ${license}`);
      expect(notices).toContain('Permission is hereby granted');
      for (const [, licence] of notices.matchAll(/^Licence: (.*)$/gm))
        expect({ name, licence }).toEqual({ name, licence: 'MIT' });
    }
  });
});
