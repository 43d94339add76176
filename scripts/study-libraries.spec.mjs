import { spawnSync } from 'node:child_process';
import { ROOT } from './lib/paths.mjs';
import { noticesOf } from './lib/libraries/licence-notices.mjs';
import { packagesOf } from './lib/libraries/make-libraries.mjs';

describe('The copies of jsPsych for studies', () => {
  test('equal the installed packages', () => {
    const run = spawnSync(process.execPath, ['scripts/study-libraries.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(run.stdout + run.stderr).toBe('');
    expect(run.status).toBe(0);
  });

  test('contain the licence notices of all packages in them, all MIT', () => {
    for (const { folder, name, version, license } of packagesOf(ROOT)) {
      const notices = noticesOf(folder, ROOT);
      expect(notices).toContain(`${name} ${version}\nLicence: ${license}`);
      expect(notices).toContain('Permission is hereby granted');
      for (const [, licence] of notices.matchAll(/^Licence: (.*)$/gm))
        expect({ name, licence }).toEqual({ name, licence: 'MIT' });
    }
  });
});
