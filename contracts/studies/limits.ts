/** Business constants, sizes and rates (docs/domain.md, 10). */
export const studiesLimits = {
  consentMarkdown: 30_000,
  /** Languages of one version of a consent form, and bytes of all of them in one call. */
  consentLanguages: 10,
  consentBytes: 2_000_000,
  /** Questions about a consent form, the choices of one, tries at most, characters of each part. */
  questions: 10,
  questionChoices: 8,
  questionTries: 20,
  questionText: 500,
  questionChoice: 300,
  questionExplanation: 1_000,
  consentPdfBytes: 30_000_000,
} as const;
