import { z } from 'zod';

export const receiptTypes = [
  'deposit',
  'refund',
  'session',
  'participant-payment',
  'disbursement-log',
  'bonus',
] as const;
export const ReceiptType = z.enum(receiptTypes);
export type ReceiptType = z.output<typeof ReceiptType>;

/** The letter, the year (UTC) and the number of a receipt: `P-2026-00001`. */
export const ReceiptNumber = z.string().regex(/^[DRSPLB]-\d{4}-\d{5,10}$/);
const letters: Readonly<Record<ReceiptType, string>> = {
  deposit: 'D',
  refund: 'R',
  session: 'S',
  'participant-payment': 'P',
  'disbursement-log': 'L',
  bonus: 'B',
};
export const receiptNumber = (type: ReceiptType, year: number, number: number): string =>
  `${letters[type]}-${year}-${String(number).padStart(5, '0')}`;
/**
 * Parses a receipt number.
 * @returns undefined if the text is not a receipt number
 */
export function parseReceiptNumber(
  text: string,
): { type: ReceiptType; year: number; number: number } | undefined {
  const [letter, year, number] = text.split('-');
  const type = receiptTypes.find((one) => letters[one] === letter);
  return type && { type, year: Number(year), number: Number(number) };
}
