/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { fulfilledRules, passwordRules } from './password.rule';

const broken = (password: string) =>
  passwordRules.filter((rule) => !fulfilledRules(password)[rule]);

test.each([
  ['Demo-Pass-2026!', []],
  ['Aa1!aaaa', []],
  ['ÄÖü1§xxx', []],
  ['Aa1!aaa', ['length']],
  ['AA1!AAAA', ['password_lower']],
  ['aa1!aaaa', ['password_upper']],
  ['Aaa!aaaa', ['password_digit']],
  ['Aa1aaaaa', ['password_punctuation']],
  ['aaa', ['length', 'password_upper', 'password_digit', 'password_punctuation']],
  ['', [...passwordRules]],
])('the password %j lacks the properties %j', (password, rules) =>
  expect(broken(password)).toEqual(rules),
);
