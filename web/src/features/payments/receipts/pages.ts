/** Both pages about receipts in one part of the program: who reads one may want to check it. */
export { ReceiptPage } from './receipt.page';
export { VerifyReceiptPage } from './verify-receipt.page';
