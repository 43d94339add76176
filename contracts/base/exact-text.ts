interface Asked {
  text: string;
  choices: readonly string[];
  right: number;
  explanation: string;
}

/**
 * The text whose SHA-256, of its UTF-8 bytes, names one language of a version of a consent form
 * (docs/decisions/consent.md): the Markdown and, where there are questions, an empty line and the questions
 * as JSON, each `[text, choices, right, explanation]`. A form without questions is its Markdown alone.
 */
export const exactText = (body: string, questions: readonly Asked[] = []): string =>
  questions.length === 0
    ? body
    : `${body}\n\n${JSON.stringify(questions.map((q) => [q.text, q.choices, q.right, q.explanation]))}`;
