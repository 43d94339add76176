/** What the history shows of payments once a participant has one, in one part of the program. */
export { CodeButton, OwnPayment } from './own-payment';
export { PaymentsHead } from './payments-head';
