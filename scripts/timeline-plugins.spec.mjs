import { spawnSync } from 'node:child_process';
import { ROOT } from './lib/paths.mjs';
import { officialPlugins } from './lib/libraries/timeline-plugins.mjs';

describe('The descriptions of the plugins’ parameters', () => {
  test('have types, defaults and comments, also for nested parameters', () => {
    const { 'survey-likert': likert, 'html-keyboard-response': keyboard } = officialPlugins();
    expect(keyboard?.parameters.stimulus).toEqual({
      type: 'html',
      array: false,
      required: true,
      description: 'The string to be displayed.',
    });
    expect(keyboard?.parameters.choices).toMatchObject({ type: 'keys', default: 'ALL_KEYS' });
    expect(keyboard).toMatchObject({ global: 'jsPsychHtmlKeyboardResponse', simulates: true });
    expect(likert?.parameters.questions?.nested?.prompt).toMatchObject({
      type: 'html',
      required: true,
      description: 'Question prompt.',
    });
  });

  test('leave out plugins that record people, and questionnaires of another library', () => {
    const names = Object.keys(officialPlugins());
    expect(
      names.filter((name) => /webgazer|camera|microphone|html-audio|^survey$/.test(name)),
    ).toEqual([]);
    expect(names).toContain('survey-text');
  });

  test('in the builder are those of the installed plugins', () => {
    const run = spawnSync(process.execPath, ['scripts/timeline-plugins.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(run.stdout + run.stderr).toBe('');
    expect(run.status).toBe(0);
  });
});
