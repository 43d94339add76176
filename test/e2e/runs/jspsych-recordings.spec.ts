/** @long: `npm test -- long` runs it with each version of jsPsych */
import { createHash } from 'node:crypto';
import { sampleUnlessLongRun } from '../../support/chance/lanes';
import { printSeededRandom } from '../../support/chance/seeded';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  readPackageFile,
  recordsOfSession,
  launchUploadedStudy,
} from '../support/running-here';
import { see, seeHeading } from '../support/see';

const browser = useBrowser([
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]);

const plugins = [
  'initialize-microphone',
  'initialize-camera',
  'html-audio-response',
  'html-video-response',
];
/** A study that records sound and video with jsPsych plugins. A later trial uses the sound. */
const study = (js: string, plugin: string) => ({
  'index.html': Buffer.from(`<!doctype html>
<html lang="en"><head><title>Voices</title>
${['jspsych', ...plugins].map((one) => `<script src="${one}.js"></script>`).join('\n')}</head>
<body></body><script src="study.js"></script></html>`),
  'jspsych.js': readPackageFile(`${js}/dist/index.browser.min.js`),
  ...Object.fromEntries(
    plugins.map((one) => [
      `${one}.js`,
      readPackageFile(`${plugin}${one}/dist/index.browser.min.js`),
    ]),
  ),
  'study.js': Buffer.from(`
// As many bytes for each picture as the encoder has: a busy machine encodes few pictures in nine seconds.
const Recorder = window.MediaRecorder;
window.MediaRecorder = class extends Recorder {
  constructor(stream, options) {
    super(stream, { ...options, videoBitsPerSecond: 20_000_000 });
  }
};
const jsPsych = initJsPsych();
const shown = { stimulus: '<p>Say something</p>', show_done_button: false };
jsPsych.run([
  { type: jsPsychInitializeMicrophone },
  // A large picture, so that the recording has enough bytes even if a busy machine records few
  // pictures.
  { type: jsPsychInitializeCamera, width: 1280, height: 720 },
  { ...shown, type: jsPsychHtmlAudioResponse, recording_duration: 1000 },
  {
    ...shown, type: jsPsychHtmlVideoResponse, recording_duration: 9000,
    on_finish: (data) => {
      // The study itself gets the recorded voice unchanged.
      data.heard = jsPsych.data.get().last(2).values()[0].response.length > 500;
    },
  },
]);`),
});

interface Trial {
  trial_type: string;
  response?: string;
  heard?: boolean;
}
interface Announced {
  name: string;
  type: string;
  bytes: number;
  sha256: string;
}

describe('jsPsych recordings of microphone and camera', () => {
  const versions = [
    ['8', 'jspsych', '@jspsych/plugin-'],
    ['7', 'jspsych-7', 'jspsych-7-plugin-'],
  ];
  it.each(
    sampleUnlessLongRun(versions, 1, printSeededRandom('the version of jsPsych that records')),
  )(
    'become a file of the run that the trial refers to: jsPsych %s',
    async (_, js = '', plugin = '') => {
      const session = await launchUploadedStudy(study(js, plugin), 'Voices and faces', {
        needs: ['microphone', 'camera'],
      });
      const { page, participation, person } = await enrolAndOpenStudy(browser, session);
      await page.goto(`/run/${participation}`);
      await clickBegin(page);
      const inFrame = page.frameLocator('iframe');
      for (const device of ['microphone', 'camera']) {
        const use = inFrame.getByRole('button', { name: new RegExp(`Use this ${device}`, 'i') });
        await see(use);
        await use.click();
      }
      await seeHeading(page, 'All of your answers have arrived');
      const records = await recordsOfSession(session.session_id);
      const of = <T>(kind: string) =>
        records.filter((one) => one.kind === kind).map(({ data }) => JSON.parse(data) as T);
      const files = of<Announced>('file');
      expect(files.map(({ type }) => type.split(';')[0])).toEqual(['audio/webm', 'video/webm']);
      const trials = of<Trial>('trial');
      expect(trials.slice(-2).map(({ trial_type: type, response }) => [type, response])).toEqual([
        ['html-audio-response', files[0]?.name],
        ['html-video-response', files[1]?.name],
      ]);
      expect(trials.at(-1)?.heard).toBe(true);
      expect(of('lost')).toEqual([]);
      // Encoded as base64, the file would exceed the limit of a record.
      expect(files[1]?.bytes).toBeGreaterThan(192_000);
      for (const { sha256, bytes } of files) {
        const answer = await page.request.get(
          `/api/participations/${participation}/recordings/${sha256}/`,
          { headers: { authorization: `Bearer ${person.token}` } },
        );
        const arrived = await answer.body();
        expect(arrived.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
        expect(arrived.length).toBe(bytes);
        expect(createHash('sha256').update(arrived).digest('hex')).toBe(sha256);
      }
    },
  );

  it.each([
    ['the study ends itself', 'commonlab.finish()'],
    ['the study leads to its next page', "location.assign('end.html')"],
  ])(
    'become a file that the last trial refers to, also when %s right after it',
    async (_, then) => {
      const recorded = {
        'end.html': Buffer.from('<title>The end</title><script>commonlab.finish();</script>'),
        'index.html': Buffer.from(`<!doctype html>
<html lang="en"><head><title>A voice at the end</title><script src="jspsych.js"></script></head>
<body></body><script>
const noise = Array.from({ length: 400 }, () => String.fromCharCode(Math.random() * 256)).join('');
const js = initJsPsych();
class Voice {
  static info = { name: 'voice', version: '1', parameters: {}, data: {} };
  trial(element) {
    element.innerHTML = '<button>Say</button>';
    element.querySelector('button').onclick = () =>
      js.finishTrial({ response: btoa('\\x1a\\x45\\xdf\\xa3' + noise.repeat(10_000)) });
  }
}
js.run([{ type: Voice, on_finish: () => ${then} }]);
</script></html>`),
        'jspsych.js': readPackageFile('jspsych/dist/index.browser.min.js'),
      };
      // In this mode, a study has several pages, so it must report its end itself.
      const resume = { mode: 'component', hours: 24 };
      const session = await launchUploadedStudy(recorded, 'A voice at the end', { resume });
      const { page, participation } = await enrolAndOpenStudy(browser, session);
      await page.goto(`/run/${participation}`);
      await clickBegin(page);
      await page.frameLocator('iframe').getByRole('button', { name: 'Say' }).click();
      await seeHeading(page, 'All of your answers have arrived');
      const records = await recordsOfSession(session.session_id);
      const [file] = records.filter(({ kind }) => kind === 'file');
      const trials = records.filter(({ kind }) => kind === 'trial');
      const { name } = JSON.parse(file?.data ?? '') as Announced;
      expect(trials.map(({ data }) => (JSON.parse(data) as Trial).response)).toEqual([name]);
    },
  );
});
