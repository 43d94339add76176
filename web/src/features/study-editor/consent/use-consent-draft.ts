import { useCallback, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Consent } from '../../../../../contracts/studies/consents';
import {
  newConsentBodyOf,
  type QuestionsAndTranslations,
  questionsAndTranslationsOf,
} from './extras';

export interface ConsentDraftText {
  title: string;
  body_markdown: string;
}
export interface ConsentDraftContent {
  words: ConsentDraftText;
  extras: QuestionsAndTranslations;
}
/**
 * The text from which editing begins: the version in force, otherwise the draft of a copied study.
 */
export interface ConsentDraftSource {
  consent: Consent | null;
  /** The version in force, which a publication replaces; 0 for none. */
  replaces: number;
}

export const consentDraftTextOf = (consent: Consent | null): ConsentDraftText => ({
  title: consent?.title ?? '',
  body_markdown: consent?.body_markdown ?? '',
});
/**
 * Returns a key that identifies a source. A draft keeps its id when it is published, so the key
 * also contains the time of creation, which then changes.
 */
const keyOf = ({ consent, replaces }: ConsentDraftSource) =>
  [consent?._id, consent?.created_at, replaces].join(' ');
const saidBy = ({ words, extras }: ConsentDraftContent) =>
  JSON.stringify(newConsentBodyOf(words, extras));

/**
 * Manages the text that is being written. If a newer version comes into force meanwhile, the person
 * chooses between this text and that version. The page keeps what the person does not choose, and
 * can bring it back (docs/decisions/consent.md).
 */
export function useConsentDraft(
  form: UseFormReturn<ConsentDraftText, unknown, ConsentDraftText>,
  source: ConsentDraftSource,
) {
  const [begun, begin] = useState(source);
  const [extras, setExtras] = useState(() => questionsAndTranslationsOf(source.consent));
  const [aside, setAside] = useState<ConsentDraftContent | null>(null);
  /**
   * The key of the source that this window replaced by publishing its text. Until the published
   * version is refetched, `source` still has this key; it must not count as a newer version.
   */
  const [past, setPast] = useState<string | null>(null);
  const written: ConsentDraftContent = { words: form.watch(), extras };
  const start = {
    words: consentDraftTextOf(begun.consent),
    extras: questionsAndTranslationsOf(begun.consent),
  };
  const isDirty = saidBy(written) !== saidBy(start);
  const key = keyOf(source);
  const isOther = key !== keyOf(begun) && key !== past;
  const put = useCallback(
    ({ words, extras: others }: ConsentDraftContent) => {
      form.reset(words);
      setExtras(others);
    },
    [form],
  );
  const take = useCallback(
    (other: ConsentDraftSource) => {
      begin(other);
      put({
        words: consentDraftTextOf(other.consent),
        extras: questionsAndTranslationsOf(other.consent),
      });
    },
    [put],
  );
  useEffect(() => {
    if (isOther && !isDirty) take(source);
  }, [isOther, isDirty, source, take]);
  return {
    extras,
    setExtras,
    written,
    begun,
    isDirty,
    /** Whether another version has come into force since the person began to change this text. */
    isOvertaken: isOther && isDirty,
    hasAside: aside !== null,
    put,
    /** Called after this window published the text. */
    published: (made: Consent) => {
      setPast(key);
      take({ consent: made, replaces: made.version });
    },
    keepMine: () => begin(source),
    takeTheirs: () => {
      setAside(written);
      take(source);
    },
    /**
     * Brings back the text that was set aside. The present text is discarded if it is unchanged;
     * otherwise it is set aside in exchange.
     */
    bringBack: () => {
      if (!aside) return;
      setAside(isDirty ? written : null);
      put(aside);
    },
  };
}
export type ConsentDraft = ReturnType<typeof useConsentDraft>;
