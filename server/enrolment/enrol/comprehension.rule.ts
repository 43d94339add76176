import type { NewQuestion } from '../../../contracts/studies/comprehension';

/**
 * Returns the questions that were answered wrongly: for each, its index and its explanation.
 * @param answers for each question the index of a choice; as many as there are questions
 */
export const wronglyAnsweredQuestions = (
  questions: readonly Pick<NewQuestion, 'right' | 'explanation'>[],
  answers: readonly number[],
) =>
  questions.flatMap(({ right, explanation }, question) =>
    answers[question] === right ? [] : [{ question, explanation }],
  );

/** How many attempts are left; null if the form allows any number of attempts. */
export const triesLeft = (allowed: number, used: number): number | null =>
  allowed === 0 ? null : Math.max(0, allowed - used);
