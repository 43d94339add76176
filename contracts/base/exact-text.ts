interface Asked {
  text: string;
  choices: readonly string[];
  right: number;
  explanation: string;
}

/**
 * Returns the exact text of a version of a consent form in one language. The SHA-256 of the text in
 * UTF-8 identifies the version (docs/decisions/consent.md). The text consists of the Markdown and,
 * if the form has questions, an empty line and the questions as JSON, each as `[text, choices,
 * right, explanation]`.
 */
export const exactConsentText = (body: string, questions: readonly Asked[] = []): string =>
  questions.length === 0
    ? body
    : `${body}\n\n${JSON.stringify(questions.map((q) => [q.text, q.choices, q.right, q.explanation]))}`;
