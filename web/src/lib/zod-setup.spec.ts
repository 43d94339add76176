/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import './zod-setup';
import { z } from 'zod';

test('zod makes no code from strings, which the policy of the pages forbids', () => {
  expect(z.config().jitless).toBe(true);
});
