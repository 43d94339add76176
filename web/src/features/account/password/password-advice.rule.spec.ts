/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { guessableWordsIn } from './password-advice.rule';
import { passwordAdviceOn } from './password-texts';

const ada = guessableWordsIn(['Ada', 'Lovelace', 'ada.lovelace@rhein-uni.example']);

test('[6.1.2] [6.2.11] the words that a password must not be built from come from name and address, each once', () => {
  expect(ada).toEqual(
    expect.arrayContaining(['ada', 'lovelace', 'rhein', 'uni', 'ada.lovelace@rhein-uni.example']),
  );
  expect(new Set(ada).size).toBe(ada.length);
  expect(guessableWordsIn(['Jo', ''])).toEqual([]);
});

test.each([
  ['Password1!', 'known'],
  ['P@ssw0rd1', 'known'],
  ['Qwerty123!', 'known'],
  ['Lovelace1815!', 'similar'],
  ['L0vel@ce!1', 'similar'],
  ['Rhein-2026!', 'similar'],
  ['Aa1!aaaa', 'guessable'],
  ['Demo-Pass-2026!', null],
  ['correct-Horse-battery-7', null],
  ['xT9#kw2!Lq8v', null],
])('the advice on %s is %s', (password, advice) =>
  expect(passwordAdviceOn(password, ada)).toBe(advice),
);
