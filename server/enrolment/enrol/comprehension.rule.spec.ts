import fc from 'fast-check';
import { triesLeft, wronglyAnsweredQuestions } from './comprehension.rule';

const questions = [
  { right: 1, explanation: 'You may stop.' },
  { right: 0, explanation: 'Nobody is named.' },
];

describe('Answers to the questions about a consent form', () => {
  it('get an explanation only when they are wrong', () => {
    expect(wronglyAnsweredQuestions(questions, [1, 0])).toEqual([]);
    expect(wronglyAnsweredQuestions(questions, [1, 2])).toEqual([
      { question: 1, explanation: 'Nobody is named.' },
    ]);
    expect(wronglyAnsweredQuestions(questions, [0, 1])).toHaveLength(2);
    expect(wronglyAnsweredQuestions(questions, [])).toHaveLength(2);
  });

  it('pass only if every question has its right answer', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 2, maxLength: 2 }), (answers) => {
        const passed = wronglyAnsweredQuestions(questions, answers).length === 0;
        expect(passed).toBe(answers[0] === 1 && answers[1] === 0);
      }),
    );
  });

  it('reduce the number of attempts left, never below zero; it is null when attempts are unlimited', () => {
    expect([triesLeft(3, 0), triesLeft(3, 3), triesLeft(3, 4), triesLeft(0, 99)]).toEqual([
      3,
      0,
      0,
      null,
    ]);
  });
});
