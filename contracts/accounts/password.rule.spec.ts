import { limits } from '../base/limits';
import { Password } from './password';

const faultsOf = (password: string) =>
  (Password.safeParse(password).error?.issues ?? []).map(({ code, message }) =>
    code === 'custom' ? message : code,
  );

describe('The rule for passwords', () => {
  it.each([
    ['Sound-Pass-2026!', []],
    ['Äöü-€uro1', []],
    ['SOUND-PASS-2026', ['password_lower']],
    ['sound-pass-2026', ['password_upper']],
    ['Sound-Pass-Word', ['password_digit']],
    ['SoundPass2026', ['password_punctuation']],
    ['aB3-567', ['too_small']],
    [`aB3-${'x'.repeat(limits.password.max)}`, ['too_big']],
    [
      '',
      ['too_small', 'password_lower', 'password_upper', 'password_digit', 'password_punctuation'],
    ],
  ])('finds in the password %j the faults %j', (password, faults) => {
    expect(faultsOf(password)).toEqual(faults);
  });
});
