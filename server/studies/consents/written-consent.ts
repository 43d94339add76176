import { exactConsentText } from '../../../contracts/base/exact-text';
import type { NewConsent } from '../../../contracts/studies/consents';
import { sha256Hex } from '../../platform/security/secrets';
import type { ConsentContent } from './publish-version';

/**
 * Converts the text of a consent form from the request to the stored columns. Each language gets
 * the hash of its own exact text.
 */
export function toStoredConsent({
  comprehension,
  translations = [],
  locale,
  ...words
}: NewConsent): ConsentContent {
  const asked = comprehension?.questions ?? [];
  return {
    ...words,
    kind: 'markdown' as const,
    sha256: sha256Hex(exactConsentText(words.body_markdown, asked)),
    locale: locale ?? null,
    comprehension: comprehension ?? null,
    translations: translations.map(({ questions: own = [], ...other }) => {
      // All languages list the choices of a question in the same order. So the index of the right
      // choice applies to every language.
      const questions = own.map((one, n) => ({ ...one, right: asked[n]?.right ?? 0 }));
      return {
        ...other,
        questions,
        sha256: sha256Hex(exactConsentText(other.body_markdown, questions)),
      };
    }),
  };
}
