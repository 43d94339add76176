interface Asked {
  text: string;
  choices: readonly string[];
  right: number;
  explanation: string;
}

/**
 * The exact text of a consent form's version in one language; the SHA-256 of its UTF-8 bytes
 * identifies it (docs/decisions/consent.md). It consists of the Markdown and, if the form has
 * questions, an empty line and the questions as JSON, each as `[text, choices, right,
 * explanation]`.
 */
export const exactConsentText = (body: string, questions: readonly Asked[] = []): string =>
  questions.length === 0
    ? body
    : `${body}\n\n${JSON.stringify(questions.map((q) => [q.text, q.choices, q.right, q.explanation]))}`;
