/** The id of the field for payment terms in the study editor, used in links to it. */
export const paymentFieldId = 'payment-terms';
export const paymentFieldPath = (studyId: string) =>
  `/experiments/details/${studyId}?tab=details#${paymentFieldId}`;
