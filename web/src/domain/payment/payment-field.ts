/** The id of the editor's field, for links to it. */
export const paymentField = 'payment-terms';
export const paymentFieldOf = (studyId: string) =>
  `/experiments/details/${studyId}?tab=details#${paymentField}`;
