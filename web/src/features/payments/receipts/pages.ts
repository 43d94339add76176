/** Both pages about receipts, in one chunk: a person who reads a receipt may want to check it. */
export { PaymentReceiptPage } from './receipt.page';
export { VerifyReceiptPage } from './verify-receipt.page';
