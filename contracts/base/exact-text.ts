interface Asked {
  text: string;
  choices: readonly string[];
  right: number;
  explanation: string;
}

/**
 * The exact text of one language of a consent form's version; the SHA-256 of its UTF-8 bytes identifies it
 * (docs/decisions/consent.md): the Markdown and, where there are questions, an empty line and the questions
 * as JSON, each `[text, choices, right, explanation]`. For a form without questions, the text is only the Markdown.
 */
export const exactText = (body: string, questions: readonly Asked[] = []): string =>
  questions.length === 0
    ? body
    : `${body}\n\n${JSON.stringify(questions.map((q) => [q.text, q.choices, q.right, q.explanation]))}`;
