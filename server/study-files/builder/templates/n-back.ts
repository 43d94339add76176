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
export const nBack: Template = (t) => {
  const letter = (id: string, part: string) =>
    trial(
      id,
      t('n_back.letter'),
      'html-keyboard-response',
      {
        stimulus: withColumns('<p style="font-size: 4em">{{letter}}</p>'),
        choices: ['j'],
        stimulus_duration: 500,
        trial_duration: 2_000,
        response_ends_trial: false,
      },
      {
        data: { part, letter: variable('letter'), target: variable('target') },
        correct_response: variable('key'),
      },
    );
  const part = (id: 'practice' | 'first' | 'second', name: string) => ({
    id,
    name,
    variables: table(['letter', 'target', 'key'], rowsOf(sequences[id])),
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
      instructions(t, t('n_back.what'), t('n_back.how'), t('n_back.example')),
      block(practice.id, practice.name, [letter('practice-letter', 'practice'), ...feedback(t)], {
        variables: practice.variables,
        loop: untilKnown,
      }),
      words('begin', t('common.before'), t('common.begin')),
      block(first.id, first.name, [letter('first-letter', 'first')], {
        variables: first.variables,
      }),
      fixation(t, 'pause', 3_000),
      block(second.id, second.name, [letter('second-letter', 'second')], {
        variables: second.variables,
      }),
      words('end', t('common.end'), t('common.thanks')),
    ],
  };
};
