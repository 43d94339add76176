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

/** A letter is a target if it equals the letter this many places before. */
const back = 2;
/**
 * The sequences of letters. Three or four of ten letters are targets. Letters that look or sound
 * alike are not used.
 */
const sequences = {
  practice: 'KRKMTMTSHK',
  first: 'HTSTKMKRHRSMTMKHKSRTRMSH',
  second: 'MSRSTHTKMHRHSTKTMKRKSHMH',
};

const rowsOf = (letters: string) =>
  [...letters].map((letter, i) => {
    const isTarget = letters[i - back] === letter;
    return [letter, isTarget, isTarget ? 'j' : null];
  });

/**
 * Paradigm: Kirchner, W. K. (1958). Journal of Experimental Psychology, 55, 352–358, with a fixed
 * sequence of letters.
 */
export const nBack: TemplateBuilder = (t) => {
  const letter = (id: string, part: string) =>
    makeTrial(
      id,
      t('n_back.letter'),
      'html-keyboard-response',
      {
        stimulus: textWithColumnValues('<p style="font-size: 4em">{{letter}}</p>'),
        choices: ['j'],
        stimulus_duration: 500,
        trial_duration: 2_000,
        response_ends_trial: false,
      },
      {
        data: { part, letter: columnReference('letter'), target: columnReference('target') },
        correct_response: columnReference('key'),
      },
    );
  const part = (id: 'practice' | 'first' | 'second', name: string) => ({
    id,
    name,
    variables: makeTable(['letter', 'target', 'key'], rowsOf(sequences[id])),
  });
  const [practice, first, second] = [
    part('practice', t('common.practice')),
    part('first', `${t('common.main')} 1`),
    part('second', `${t('common.main')} 2`),
  ];
  return {
    title: t('n_back.title'),
    settings: { text_size: 20, fullscreen: true },
    files: [],
    nodes: [
      makeInstructionsTrial(t, t('n_back.what'), t('n_back.how'), t('n_back.example')),
      makeBlock(
        practice.id,
        practice.name,
        [letter('practice-letter', 'practice'), ...makeFeedbackBlocks(t)],
        {
          variables: practice.variables,
          loop: practiceRepetition,
        },
      ),
      makeTextTrial('begin', t('common.before'), t('common.begin')),
      makeBlock(first.id, first.name, [letter('first-letter', 'first')], {
        variables: first.variables,
      }),
      makeFixationTrial(t, 'pause', 3_000),
      makeBlock(second.id, second.name, [letter('second-letter', 'second')], {
        variables: second.variables,
      }),
      makeTextTrial('end', t('common.end'), t('common.thanks')),
    ],
  };
};
