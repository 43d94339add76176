/** Business constants, sizes and rates (docs/domain.md, 10). */
export const studiesLimits = {
  consentMarkdown: 30_000,
  /** The most languages of one version of a consent form, and the most bytes of all of them in one call. */
  consentLanguages: 10,
  consentBytes: 2_000_000,
  /** The most questions about a consent form, choices of one question, tries, and characters of each part. */
  questions: 10,
  questionChoices: 8,
  questionTries: 20,
  questionText: 500,
  questionChoice: 300,
  questionExplanation: 1_000,
  consentPdfBytes: 30_000_000,
} as const;
