/**
 * The parts of the history that show payments, in one chunk. A participant without payments does
 * not load them.
 */
export { CodeButton, OwnPayment } from './own-payment';
export { PaymentsHead } from './payments-head';
