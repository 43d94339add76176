/**
 * The parts of the history that show payments. The browser loads them together, as one file, and
 * not at all for a participant without payments.
 */
export { CashCodeButton, OwnPayment } from './own-payment';
export { PaymentsSummary } from './payments-head';
