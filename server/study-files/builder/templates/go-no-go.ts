import {
  makeBlock,
  makeFeedbackBlocks,
  makeFixationTrial,
  makeInstructionsTrial,
  makeTable,
  makeTrial,
  practiceRepetition,
  columnReference,
  textWithColumnValues,
  makeTextTrial,
  type TemplateBuilder,
} from './parts';

const go = ['●', true, ' '];
const noGo = ['■', false, null];

/** Paradigm: Donders, F. C. (1868/1969). Acta Psychologica, 30, 412–431 (the reaction of type c). */
export const goNoGo: TemplateBuilder = (t) => {
  // In three of four trials, participants must respond. So responding becomes a habit, which the
  // fourth trial requires them to suppress.
  const variables = makeTable(['shape', 'go', 'key'], [go, go, go, noGo]);
  const seen = (id: string, part: string) =>
    makeTrial(
      id,
      t('go_no_go.shape'),
      'html-keyboard-response',
      {
        stimulus: textWithColumnValues(
          '<p style="font-size: 160px; line-height: 1; color: #1565c0">{{shape}}</p>',
        ),
        choices: [' '],
        trial_duration: 1_000,
      },
      {
        data: { part, shape: columnReference('shape'), go: columnReference('go') },
        correct_response: columnReference('key'),
        gap_ms: 500,
      },
    );
  return {
    title: t('go_no_go.title'),
    settings: { text_size: 20, fullscreen: true },
    files: [],
    nodes: [
      makeInstructionsTrial(t, t('go_no_go.what'), t('go_no_go.how')),
      makeBlock(
        'practice',
        t('common.practice'),
        [
          makeFixationTrial(t, 'practice-cross', 500),
          seen('practice-shape', 'practice'),
          ...makeFeedbackBlocks(t),
        ],
        {
          variables_of: 'main',
          sample: { type: 'fixed_repetitions', size: 2 },
          loop: practiceRepetition,
        },
      ),
      makeTextTrial('begin', t('common.before'), t('common.begin')),
      makeBlock(
        'main',
        t('common.main'),
        [makeFixationTrial(t, 'main-cross', 500), seen('main-shape', 'main')],
        {
          variables,
          sample: { type: 'fixed_repetitions', size: 20 },
        },
      ),
      makeTextTrial('end', t('common.end'), t('common.thanks')),
    ],
  };
};
