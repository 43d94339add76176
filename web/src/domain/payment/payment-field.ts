/** The id of the field for payment terms in the study editor, used in links to it. */
export const paymentField = 'payment-terms';
export const paymentFieldOf = (studyId: string) =>
  `/experiments/details/${studyId}?tab=details#${paymentField}`;
