/**
 * The dialogs that a participant opens for a payment. The browser loads them together, as one file.
 */
export { AnswerRejectionDialog } from './answer.dialog';
export { CashCodeDialog } from './cash-code.dialog';
export { ChooseMethodDialog } from './choose-method.dialog';
