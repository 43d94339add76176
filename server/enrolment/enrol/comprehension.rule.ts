import type { NewQuestion } from '../../../contracts/studies/comprehension';

/**
 * The questions that were answered wrongly, by index, each with its explanation.
 * @param answers for each question the index of a choice; as many as there are questions
 */
export const wronglyAnsweredQuestions = (
  questions: readonly Pick<NewQuestion, 'right' | 'explanation'>[],
  answers: readonly number[],
) =>
  questions.flatMap(({ right, explanation }, question) =>
    answers[question] === right ? [] : [{ question, explanation }],
  );

/** How many tries are left; null where their number is unlimited. */
export const triesLeft = (allowed: number, used: number): number | null =>
  allowed === 0 ? null : Math.max(0, allowed - used);
