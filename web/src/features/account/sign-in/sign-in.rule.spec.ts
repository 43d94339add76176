/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { comparableEmail, signInErrors } from './sign-in.rule';

const errors = (email: string, password = 'x') =>
  signInErrors({ email, password, remember: false });

test('a sign-in needs only an address and a password', () => {
  expect(errors('Ada@Example.org')).toEqual({});
  expect(comparableEmail('  Ada@Example.org ')).toBe('ada@example.org');
});
test('a missing or invalid address, or a missing password, is reported at its field', () => {
  expect(errors('  ', '')).toEqual({ email: 'required', password: 'required' });
  for (const email of ['ada', 'ada@', 'ada@example', 'a b@example.org', 'a@b@c.org'])
    expect(errors(email)).toEqual({ email: 'invalid_email' });
});
