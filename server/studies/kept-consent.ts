import { exactText } from '../../contracts/base/exact-text';
import type { NewConsent } from '../../contracts/consents';
import { sha256Hex } from '../platform/security/secrets';

/** What is kept of a text; each language has the hash of its own exact text. */
export function keptConsent({ comprehension, translations = [], locale, ...words }: NewConsent) {
  const asked = comprehension?.questions ?? [];
  return {
    ...words,
    kind: 'markdown' as const,
    sha256: sha256Hex(exactText(words.body_markdown, asked)),
    locale: locale ?? null,
    comprehension: comprehension ?? null,
    translations: translations.map(({ questions: own = [], ...other }) => {
      // The choices stand in the order of the first language, so the same one is right.
      const questions = own.map((one, n) => ({ ...one, right: asked[n]?.right ?? 0 }));
      return { ...other, questions, sha256: sha256Hex(exactText(other.body_markdown, questions)) };
    }),
  };
}
