import type { AgreementReceipt } from '../../../../../contracts/enrolment/agreement-receipts';

/** Hands the browser a file with all that a check needs; the server is not asked again. */
export function saveReceipt(name: string, receipt: AgreementReceipt): void {
  const content = JSON.stringify(receipt, null, 2);
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
