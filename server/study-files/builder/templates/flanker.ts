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

const [left, right] = ['←', '→'];
const rows = [left, right].flatMap((middle) =>
  [left, right].map((others) => [middle, others, middle === others, middle === left ? 'f' : 'j']),
);

const row =
  '<p style="font-size: 3em; letter-spacing: 0.1em">{{flankers}}{{flankers}}{{target}}{{flankers}}{{flankers}}</p>';

/**
 * Paradigm: Eriksen, B. A., & Eriksen, C. W. (1974). Perception & Psychophysics, 16, 143–149. This
 * template uses arrows instead of letters.
 */
export const flanker: TemplateBuilder = (t) => {
  const variables = makeTable(['target', 'flankers', 'congruent', 'key'], rows);
  const arrows = (id: string, part: string) =>
    makeTrial(
      id,
      t('flanker.arrows'),
      'html-keyboard-response',
      { stimulus: textWithColumnValues(row), choices: ['f', 'j'], trial_duration: 2_000 },
      {
        data: {
          part,
          target: columnReference('target'),
          flankers: columnReference('flankers'),
          congruent: columnReference('congruent'),
        },
        correct_response: columnReference('key'),
        gap_ms: 300,
      },
    );
  return {
    title: t('flanker.title'),
    settings: { text_size: 20, fullscreen: true },
    files: [],
    nodes: [
      makeInstructionsTrial(t, t('flanker.what'), t('flanker.how'), t('flanker.soon')),
      makeBlock(
        'practice',
        t('common.practice'),
        [
          makeFixationTrial(t, 'practice-cross', 500),
          arrows('practice-arrows', 'practice'),
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
        [makeFixationTrial(t, 'main-cross', 500), arrows('main-arrows', 'main')],
        { variables, sample: { type: 'fixed_repetitions', size: 15 } },
      ),
      makeTextTrial('end', t('common.end'), t('common.thanks')),
    ],
  };
};
