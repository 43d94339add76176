import type { AgreementReceipt } from '../../../../../contracts/enrolment/agreement-receipts';

/** Saves a file with all data that are needed to verify the receipt, without a further request. */
export function saveReceipt(name: string, receipt: AgreementReceipt): void {
  const content = JSON.stringify(receipt, null, 2);
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
