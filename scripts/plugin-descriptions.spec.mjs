import { spawnSync } from 'node:child_process';
import { ROOT } from './lib/paths.mjs';
import { readPluginData } from './lib/libraries/plugin-data.mjs';

describe('The descriptions of the data that plugins record', () => {
  test('come from the comments in the plugin’s info, and each is written in one line', () => {
    const source = `import { ParameterType } from "jspsych";
      const info = <const>{
        name: "a-plugin",
        parameters: { /** Not this. */ stimulus: { type: ParameterType.STRING } },
        data: {
          /** The response time,
           * see {@link https://example.org/rt the page}. */
          rt: { type: ParameterType.INT },
          "quoted-name": { type: ParameterType.INT },
          /** One more. */
          other: { type: ParameterType.COMPLEX, nested: { /** Not this. */ a: {} } },
        },
      };`;
    expect(readPluginData(source)).toEqual({
      name: 'a-plugin',
      data: { rt: 'The response time, see https://example.org/rt.', other: 'One more.' },
    });
    expect(readPluginData('const info = { name: "none" };')).toBeUndefined();
  });

  test('in the codebook are those of the installed plugins', () => {
    const run = spawnSync(process.execPath, ['scripts/plugin-descriptions.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(run.stdout + run.stderr).toBe('');
    expect(run.status).toBe(0);
  });
});
