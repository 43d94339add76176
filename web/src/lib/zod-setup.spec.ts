/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import './zod-setup';
import { z } from 'zod';

test('zod generates no code from strings, which the content security policy forbids', () => {
  expect(z.config().jitless).toBe(true);
});
