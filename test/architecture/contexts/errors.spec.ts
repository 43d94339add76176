import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../../contracts/base/languages';
import { httpStatusOf, type ErrorCode } from '../../../contracts/base/errors';
import { capabilities } from '../../../server/contexts';
import { describeError, describeFieldError } from '../../../server/platform/i18n/error-texts';

const contracts = join(__dirname, '../../../contracts');
const declaring = readdirSync(contracts).filter(
  (folder) => folder !== 'base' && existsSync(join(contracts, folder, 'errors.ts')),
);

describe('error codes in a contract folder', () => {
  it('are declared in files of several contexts', () => {
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
        expect(httpStatusOf(code as ErrorCode)).toBe(status);
        for (const language of languages)
          expect(describeError(code as ErrorCode, language)).not.toBe(code);
      }
    },
  );
});

const faultFiles = readdirSync(contracts, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('-faults.ts'),
);

describe('codes of refused fields in a contract file of faults', () => {
  it('exist for archives, bonuses, bundles, external data, gift codes, resources and timelines', () => {
    expect(faultFiles.sort()).toEqual([
      'payments/bonus-faults.ts',
      'payments/gift-codes/gift-code-faults.ts',
      'research-data/bundle-faults.ts',
      'research-data/external-data-faults.ts',
      'resources/resource-faults.ts',
      'study-files/archive-faults.ts',
      'timeline/timeline-faults.ts',
    ]);
  });

  it.each(faultFiles)('of %s are declared by one context, with sentences', (file) => {
    const lists = Object.values(
      jest.requireActual<Record<string, unknown>>(join(contracts, file)),
    ).filter((one): one is readonly string[] => Array.isArray(one));
    expect(lists).toHaveLength(1);
    for (const code of lists.flat()) {
      const declarers = capabilities.contexts.filter(({ fieldErrors }) =>
        fieldErrors?.codes.includes(code),
      );
      expect(declarers).toHaveLength(1);
      for (const language of languages) {
        const sentence = describeFieldError(code, language);
        expect(sentence).not.toBe(describeFieldError('invalid', language));
        expect(sentence).toContain(' ');
      }
    }
  });
});
