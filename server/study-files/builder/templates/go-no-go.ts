import {
  block,
  feedback,
  fixation,
  instructions,
  table,
  trial,
  untilKnown,
  variable,
  words,
  type Template,
} from './parts';

const shape = (radius: string) =>
  `<div style="width: 160px; height: 160px; margin: auto; border-radius: ${radius}; background: #1565c0"></div>`;
const go = [shape('50%'), 'circle', true, ' '];
const noGo = [shape('0'), 'square', false, null];

/** Paradigm: Donders, F. C. (1868/1969). Acta Psychologica, 30, 412–431 (the reaction of type c). */
export const goNoGo: Template = (t) => {
  const columns = ['stimulus', 'shape', 'go', 'key'];
  const seen = (id: string, part: string) =>
    trial(
      id,
      t('go_no_go.shape'),
      'html-keyboard-response',
      { stimulus: variable('stimulus'), choices: [' '], trial_duration: 1_000 },
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
          variables: table(columns, [go, go, go, noGo]),
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
          // Three of four are to be answered, so that it becomes a habit.
          variables: table(columns, [go, go, go, noGo]),
          sample: { type: 'fixed_repetitions', size: 20 },
        },
      ),
      words('end', t('common.end'), t('common.thanks')),
    ],
  };
};
