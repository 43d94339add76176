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

const [left, right] = ['←', '→'];
const rows = [left, right].flatMap((middle) =>
  [left, right].map((others) => [middle, others, middle === others, middle === left ? 'f' : 'j']),
);

const row =
  '<p style="font-size: 3em; letter-spacing: 0.1em">{{flankers}}{{flankers}}{{target}}{{flankers}}{{flankers}}</p>';

/** Paradigm: Eriksen, B. A., & Eriksen, C. W. (1974). Perception & Psychophysics, 16, 143–149; arrows. */
export const flanker: Template = (t) => {
  const variables = table(['target', 'flankers', 'congruent', 'key'], rows);
  const arrows = (id: string, part: string) =>
    trial(
      id,
      t('flanker.arrows'),
      'html-keyboard-response',
      { stimulus: withColumns(row), choices: ['f', 'j'], trial_duration: 2_000 },
      {
        data: {
          part,
          target: variable('target'),
          flankers: variable('flankers'),
          congruent: variable('congruent'),
        },
        correct_response: variable('key'),
        gap_ms: 300,
      },
    );
  return {
    title: t('flanker.title'),
    settings: { text_size: 20, fullscreen: true },
    files: [],
    nodes: [
      instructions(t, t('flanker.what'), t('flanker.how'), t('flanker.soon')),
      block(
        'practice',
        t('common.practice'),
        [fixation(t, 'practice-cross', 500), arrows('practice-arrows', 'practice'), ...feedback(t)],
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
        [fixation(t, 'main-cross', 500), arrows('main-arrows', 'main')],
        { variables, sample: { type: 'fixed_repetitions', size: 15 } },
      ),
      words('end', t('common.end'), t('common.thanks')),
    ],
  };
};
