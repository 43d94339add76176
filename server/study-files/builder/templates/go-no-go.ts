import {
  block,
  feedback,
  fixation,
  instructions,
  table,
  trial,
  untilKnown,
  variable,
  withColumns,
  words,
  type Template,
} from './parts';

const go = ['●', true, ' '];
const noGo = ['■', false, null];

/** Paradigm: Donders, F. C. (1868/1969). Acta Psychologica, 30, 412–431 (the reaction of type c). */
export const goNoGo: Template = (t) => {
  // Three of four require a response, so that responding becomes a habit.
  const variables = table(['shape', 'go', 'key'], [go, go, go, noGo]);
  const seen = (id: string, part: string) =>
    trial(
      id,
      t('go_no_go.shape'),
      'html-keyboard-response',
      {
        stimulus: withColumns(
          '<p style="font-size: 160px; line-height: 1; color: #1565c0">{{shape}}</p>',
        ),
        choices: [' '],
        trial_duration: 1_000,
      },
      {
        data: { part, shape: variable('shape'), go: variable('go') },
        correct_response: variable('key'),
        gap_ms: 500,
      },
    );
  return {
    title: t('go_no_go.title'),
    settings: { text_size: 20, fullscreen: true },
    files: [],
    nodes: [
      instructions(t, t('go_no_go.what'), t('go_no_go.how')),
      block(
        'practice',
        t('common.practice'),
        [fixation(t, 'practice-cross', 500), seen('practice-shape', 'practice'), ...feedback(t)],
        {
          variables_of: 'main',
          sample: { type: 'fixed_repetitions', size: 2 },
          loop: untilKnown,
        },
      ),
      words('begin', t('common.before'), t('common.begin')),
      block(
        'main',
        t('common.main'),
        [fixation(t, 'main-cross', 500), seen('main-shape', 'main')],
        {
          variables,
          sample: { type: 'fixed_repetitions', size: 20 },
        },
      ),
      words('end', t('common.end'), t('common.thanks')),
    ],
  };
};
