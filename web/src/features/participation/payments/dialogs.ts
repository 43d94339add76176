/** What a participant opens for a payment, in one part of the program. */
export { AnswerDialog } from './answer.dialog';
export { CashCodeDialog } from './cash-code.dialog';
export { ChooseMethodDialog } from './choose-method.dialog';
