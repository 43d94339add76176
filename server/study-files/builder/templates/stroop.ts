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

/** Paradigm: Stroop, J. R. (1935). Journal of Experimental Psychology, 18, 643–662. */
export const stroop: Template = (t) => {
  const colours = [
    { name: t('stroop.red'), ink: 'red', key: 'r' },
    { name: t('stroop.green'), ink: 'green', key: 'g' },
    { name: t('stroop.blue'), ink: 'blue', key: 'b' },
  ];
  const variables = table(
    ['word', 'ink', 'key', 'congruent'],
    colours.flatMap((word) =>
      colours.map((colour) => [word.name, colour.ink, colour.key, word === colour]),
    ),
  );
  const word = (id: string, part: string) =>
    trial(
      id,
      t('stroop.word'),
      'html-keyboard-response',
      {
        stimulus: withColumns('<p style="font-size: 3em; color: {{ink}}">{{word}}</p>'),
        choices: colours.map(({ key }) => key),
      },
      {
        data: {
          part,
          word: variable('word'),
          ink: variable('ink'),
          congruent: variable('congruent'),
        },
        correct_response: variable('key'),
        gap_ms: 250,
      },
    );
  return {
    title: t('stroop.title'),
    settings: { text_size: 20, progress_bar: false, fullscreen: true },
    files: [],
    nodes: [
      instructions(t, t('stroop.what'), t('stroop.how'), t('stroop.soon')),
      block(
        'practice',
        t('common.practice'),
        [fixation(t, 'practice-cross', 500), word('practice-word', 'practice'), ...feedback(t)],
        {
          variables_of: 'main',
          sample: { type: 'without_replacement', size: 6 },
          loop: untilKnown,
        },
      ),
      words('begin', t('common.before'), t('common.begin')),
      block('main', t('common.main'), [fixation(t, 'main-cross', 500), word('main-word', 'main')], {
        variables,
        sample: { type: 'fixed_repetitions', size: 4 },
      }),
      words('end', t('common.end'), t('common.thanks')),
    ],
  };
};
