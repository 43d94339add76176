/**
 * The parts of the history that show payments, in one chunk. A participant without payments does
 * not load them.
 */
export { CashCodeButton, OwnPayment } from './own-payment';
export { PaymentsSummary } from './payments-head';
