/** The id of the editor's field, to which an address may lead. */
export const paymentField = 'payment-terms';
export const paymentFieldOf = (studyId: string) =>
  `/experiments/details/${studyId}?tab=details#${paymentField}`;
