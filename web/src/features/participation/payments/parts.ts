/** What the history shows of payments once a participant has one, in one chunk. */
export { CodeButton, OwnPayment } from './own-payment';
export { PaymentsHead } from './payments-head';
