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

/** Paradigm: Stroop, J. R. (1935). Journal of Experimental Psychology, 18, 643–662. */
export const stroop: TemplateBuilder = (t) => {
  const colours = [
    { name: t('stroop.red'), ink: 'red', key: 'r' },
    { name: t('stroop.green'), ink: 'green', key: 'g' },
    { name: t('stroop.blue'), ink: 'blue', key: 'b' },
  ];
  const variables = makeTable(
    ['word', 'ink', 'key', 'congruent'],
    colours.flatMap((word) =>
      colours.map((colour) => [word.name, colour.ink, colour.key, word === colour]),
    ),
  );
  const word = (id: string, part: string) =>
    makeTrial(
      id,
      t('stroop.word'),
      'html-keyboard-response',
      {
        stimulus: textWithColumnValues('<p style="font-size: 3em; color: {{ink}}">{{word}}</p>'),
        choices: colours.map(({ key }) => key),
      },
      {
        data: {
          part,
          word: columnReference('word'),
          ink: columnReference('ink'),
          congruent: columnReference('congruent'),
        },
        correct_response: columnReference('key'),
        gap_ms: 250,
      },
    );
  return {
    title: t('stroop.title'),
    settings: { text_size: 20, progress_bar: false, fullscreen: true },
    files: [],
    nodes: [
      makeInstructionsTrial(t, t('stroop.what'), t('stroop.how'), t('stroop.soon')),
      makeBlock(
        'practice',
        t('common.practice'),
        [
          makeFixationTrial(t, 'practice-cross', 500),
          word('practice-word', 'practice'),
          ...makeFeedbackBlocks(t),
        ],
        {
          variables_of: 'main',
          sample: { type: 'without_replacement', size: 6 },
          loop: practiceRepetition,
        },
      ),
      makeTextTrial('begin', t('common.before'), t('common.begin')),
      makeBlock(
        'main',
        t('common.main'),
        [makeFixationTrial(t, 'main-cross', 500), word('main-word', 'main')],
        {
          variables,
          sample: { type: 'fixed_repetitions', size: 4 },
        },
      ),
      makeTextTrial('end', t('common.end'), t('common.thanks')),
    ],
  };
};
