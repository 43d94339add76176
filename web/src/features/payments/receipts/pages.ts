/**
 * The two pages about receipts. The browser loads them together, as one file, because a person who
 * reads a receipt may want to check it.
 */
export { PaymentReceiptPage } from './receipt.page';
export { VerifyReceiptPage } from './verify-receipt.page';
