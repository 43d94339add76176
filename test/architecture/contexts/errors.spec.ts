import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../../contracts/base/languages';
import { statusOf, type ErrorCode } from '../../../contracts/base/errors';
import { capabilities } from '../../../server/contexts';
import { describeError } from '../../../server/platform/i18n/error-texts';

const contracts = join(__dirname, '../../../contracts');
const declaring = readdirSync(contracts).filter(
  (folder) => folder !== 'base' && existsSync(join(contracts, folder, 'errors.ts')),
);

describe('error codes in a contract folder', () => {
  it('exist for several contexts', () => {
    expect(declaring.length).toBeGreaterThan(10);
  });

  it.each(declaring)(
    'of %s are declared by the context of the same name, with sentences',
    (name) => {
      const codes = Object.values(
        jest.requireActual<Record<string, Record<string, number>>>(
          join(contracts, name, 'errors.ts'),
        ),
      );
      const context = capabilities.contexts.find((one) => one.name === name);
      expect(codes).toEqual([context?.errors?.codes]);
      for (const [code, status] of Object.entries(codes[0] ?? {})) {
        expect(statusOf(code as ErrorCode)).toBe(status);
        for (const language of languages)
          expect(describeError(code as ErrorCode, language)).not.toBe(code);
      }
    },
  );
});
