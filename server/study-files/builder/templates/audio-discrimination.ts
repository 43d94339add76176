import {
  makeBlock,
  makeInstructionsTrial,
  makeTable,
  makeTrial,
  columnReference,
  makeTextTrial,
  type TemplateBuilder,
} from './parts';
import { makeToneWav } from './tone.rule';

const standard = 1_000;
const others = [900, 940, 970, 985, 1_015, 1_030, 1_060, 1_100];
const milliseconds = 300;
const pathOf = (hertz: number) => `tones/${hertz}.wav`;
const file = (hertz: number) => ({ $file: pathOf(hertz) });

/** Paradigm: Green, D. M., & Swets, J. A. (1966). Signal detection theory and psychophysics. Wiley. */
export const audioDiscrimination: TemplateBuilder = (t) => {
  const pairs = others.flatMap((other) => [
    [file(standard), file(other), other - standard, other > standard ? 'ArrowUp' : 'ArrowDown'],
    [file(other), file(standard), standard - other, other < standard ? 'ArrowUp' : 'ArrowDown'],
  ]);
  return {
    title: t('audio.title'),
    settings: { text_size: 20, progress_bar: true },
    files: [standard, ...others].map((hertz) => ({
      path: pathOf(hertz),
      content: makeToneWav(hertz, milliseconds),
    })),
    nodes: [
      makeInstructionsTrial(t, t('audio.what'), t('audio.how')),
      makeBlock(
        'volume-check',
        t('audio.volume'),
        [
          makeTrial('volume', t('audio.volume'), 'audio-button-response', {
            stimulus: file(standard),
            choices: [t('audio.again'), t('audio.heard')],
            prompt: `<p>${t('audio.check')}</p>`,
          }),
        ],
        { loop: { rule: { of: 'last', field: 'response', is: 'equal', value: 0 } } },
      ),
      makeTextTrial('begin', t('common.before'), t('common.begin')),
      makeBlock(
        'main',
        t('common.main'),
        [
          makeTrial(
            'first',
            t('audio.first'),
            'audio-keyboard-response',
            {
              stimulus: columnReference('first'),
              choices: 'NO_KEYS',
              trial_ends_after_audio: true,
            },
            { unrecorded: true, gap_ms: 400 },
          ),
          makeTrial(
            'second',
            t('audio.second'),
            'audio-keyboard-response',
            {
              stimulus: columnReference('second'),
              choices: ['ArrowUp', 'ArrowDown'],
              prompt: `<p>${t('audio.question')}</p>`,
              response_allowed_while_playing: false,
            },
            {
              data: {
                first: columnReference('first'),
                second: columnReference('second'),
                difference_hz: columnReference('difference_hz'),
              },
              correct_response: columnReference('key'),
              gap_ms: 600,
            },
          ),
        ],
        {
          variables: makeTable(['first', 'second', 'difference_hz', 'key'], pairs),
          sample: { type: 'fixed_repetitions', size: 2 },
        },
      ),
      makeTextTrial('end', t('common.end'), t('common.thanks')),
    ],
  };
};
