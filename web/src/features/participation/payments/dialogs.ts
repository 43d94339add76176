/** The dialogs that a participant opens for a payment, in one chunk. */
export { AnswerRejectionDialog } from './answer.dialog';
export { CashCodeDialog } from './cash-code.dialog';
export { ChooseMethodDialog } from './choose-method.dialog';
