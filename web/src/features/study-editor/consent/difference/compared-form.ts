import type { z } from 'zod';
import type { Consent, NewConsent } from '../../../../../../contracts/studies/consents';
import { consentTextsOf } from '../../../../domain/consents/consent-texts.rule';

export interface ComparedQuestion {
  text: string;
  choices: string[];
  right: number | null;
  explanation: string | null;
}
export interface ComparedText {
  /** Null if the author set no language. */
  locale: string | null;
  title: string;
  body: string;
  questions: ComparedQuestion[];
}
/** A version, or an unpublished text, in the form that the comparison uses. */
export interface ComparedForm {
  /** The signed address of the file, if the form is a PDF. */
  file: string | null;
  tries: number;
  texts: ComparedText[];
}

/**
 * Marks the right choice of each question in one language. Only the text of the first language
 * states the right choices, so they are copied from there.
 */
const withRight = (
  questions: Omit<ComparedQuestion, 'right'>[],
  first: { right: number | null }[],
) => questions.map((one, n) => ({ ...one, right: first[n]?.right ?? null }));

export function comparedFormOf(consent: Consent): ComparedForm {
  const first = consent.comprehension?.questions ?? [];
  return {
    file: consent.file_url,
    tries: consent.comprehension?.tries ?? 0,
    texts: consentTextsOf(consent).map(({ locale, title, body_markdown, questions }) => ({
      locale,
      title,
      body: body_markdown ?? '',
      questions: withRight(questions, first),
    })),
  };
}

export function comparedFormOfDraft(draft: z.input<typeof NewConsent>): ComparedForm {
  const first = draft.comprehension?.questions ?? [];
  return {
    file: null,
    tries: draft.comprehension?.tries ?? 0,
    texts: [
      {
        locale: draft.locale ?? null,
        title: draft.title,
        body: draft.body_markdown,
        questions: first,
      },
      ...(draft.translations ?? []).map(({ locale, title, body_markdown, questions = [] }) => ({
        locale,
        title,
        body: body_markdown,
        questions: withRight(questions, first),
      })),
    ],
  };
}

export interface TextPair {
  locale: string | null;
  from: ComparedText | undefined;
  to: ComparedText | undefined;
}

/**
 * Pairs the texts of two forms by language, in the order of the newer form. If the language of each
 * form's first text is missing in the other form, the two first texts form a pair.
 */
export function pairTexts(from: ComparedForm, to: ComparedForm): TextPair[] {
  const left = [...from.texts];
  const take = (found: ComparedText | undefined) => {
    if (found) left.splice(left.indexOf(found), 1);
    return found;
  };
  const same = to.texts.map((text) => take(left.find(({ locale }) => locale === text.locale)));
  const pairs = to.texts.map((text, i) => {
    const first = i === 0 && left[0] === from.texts[0] ? left[0] : undefined;
    return { locale: text.locale, from: same[i] ?? take(first), to: text };
  });
  return [...pairs, ...left.map((text) => ({ locale: text.locale, from: text, to: undefined }))];
}
