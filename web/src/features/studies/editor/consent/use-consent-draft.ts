import { useCallback, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Consent } from '../../../../../../contracts/studies/consents';
import { bodyOf, type Extras, extrasOf } from './extras';

export interface Words {
  title: string;
  body_markdown: string;
}
export interface Written {
  words: Words;
  extras: Extras;
}
/** What a text is begun from: the version in force, else the draft of a copied study. */
export interface Source {
  consent: Consent | null;
  /** The version in force, which a publication replaces; 0 for none. */
  replaces: number;
}

export const wordsOf = (consent: Consent | null): Words => ({
  title: consent?.title ?? '',
  body_markdown: consent?.body_markdown ?? '',
});
/** A draft keeps its id when it is published, so its moment counts too. */
const keyOf = ({ consent, replaces }: Source) =>
  [consent?._id, consent?.created_at, replaces].join(' ');
const saidBy = ({ words, extras }: Written) => JSON.stringify(bodyOf(words, extras));

/**
 * The text that is being written. Where another version comes into force meanwhile, nothing of it is
 * replaced: the person chooses, and what was not chosen is set aside (docs/decisions/consent.md).
 */
export function useConsentDraft(form: UseFormReturn<Words, unknown, Words>, source: Source) {
  const [begun, begin] = useState(source);
  const [extras, setExtras] = useState(() => extrasOf(source.consent));
  const [aside, setAside] = useState<Written | null>(null);
  /** The source while this window's own publication is not read back yet. */
  const [past, setPast] = useState<string | null>(null);
  const written: Written = { words: form.watch(), extras };
  const start = { words: wordsOf(begun.consent), extras: extrasOf(begun.consent) };
  const isDirty = saidBy(written) !== saidBy(start);
  const key = keyOf(source);
  const isOther = key !== keyOf(begun) && key !== past;
  const put = useCallback(
    ({ words, extras: others }: Written) => {
      form.reset(words);
      setExtras(others);
    },
    [form],
  );
  const take = useCallback(
    (other: Source) => {
      begin(other);
      put({ words: wordsOf(other.consent), extras: extrasOf(other.consent) });
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
    /** Another version than the one that this text began from is in force, or none any more. */
    isOvertaken: isOther && isDirty,
    hasAside: aside !== null,
    put,
    /** This window published it. */
    published: (made: Consent) => {
      setPast(key);
      take({ consent: made, replaces: made.version });
    },
    keepMine: () => begin(source),
    takeTheirs: () => {
      setAside(written);
      take(source);
    },
    /** What is in the page now is in force, or is set aside in its turn. */
    bringBack: () => {
      if (!aside) return;
      setAside(isDirty ? written : null);
      put(aside);
    },
  };
}
export type ConsentDraft = ReturnType<typeof useConsentDraft>;
