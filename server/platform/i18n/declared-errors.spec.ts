import { registerErrors, httpStatusOf, type ErrorCode } from '../../../contracts/base/errors';
import {
  declareErrors,
  declareFieldErrors,
  describeError,
  describeFieldError,
  registerErrorTexts,
  registerFieldTexts,
} from './error-texts';

/** An error code of a context that exists only in this test. */
const planted = 'shop_closed' as ErrorCode;

describe('error codes of a context', () => {
  it('have no status before the context is registered', () => {
    expect(() => httpStatusOf(planted)).toThrow('no context declares the error shop_closed');
    expect(describeError(planted, 'en')).toBe('shop_closed');
  });

  it('have the status and the sentence that the context declares', () => {
    const errors = declareErrors(
      { shop_closed: 409 },
      (code, { until }) =>
        (language) =>
          `${language} ${code} ${until}`,
    );
    registerErrors(errors.codes);
    registerErrorTexts(errors);
    expect(httpStatusOf(planted)).toBe(409);
    expect(describeError(planted, 'de', { until: (language) => `${language} Montag` })).toBe(
      'de shop_closed de Montag',
    );
  });

  it('are refused when declared again with another status', () => {
    registerErrors({ shop_closed: 409 });
    expect(() => registerErrors({ shop_closed: 404 })).toThrow('with two statuses');
    expect(() => registerErrors({ not_found: 410 })).toThrow('with two statuses');
  });
});

describe('codes of a context for invalid fields', () => {
  it('have the general sentence before the context is registered, then its own', () => {
    expect(describeFieldError('shop_shelf_empty', 'en')).toBe('This is not valid.');
    registerFieldTexts(
      declareFieldErrors(['shop_shelf_empty'], (code) => (language) => `${language} ${code}`),
    );
    expect(describeFieldError('shop_shelf_empty', 'de')).toBe('de shop_shelf_empty');
  });

  it('do not replace the sentence of a general code or of an invisible character', () => {
    registerFieldTexts(declareFieldErrors(['required'], () => () => 'of the shop'));
    expect(describeFieldError('required', 'en')).toBe('This is required.');
    expect(describeFieldError('shop_shelf_empty', 'en', 'U+200B')).toContain('U+200B');
  });
});
