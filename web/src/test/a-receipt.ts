import { generateKeyPairSync, sign } from 'node:crypto';
import type { ReceiptFile, ReceiptKeys } from '../../../contracts/payments/receipts/receipt-file';
import { canonicalJsonText } from '../../../contracts/payments/receipts/receipt-text.rule';
import type { ReceiptBody } from '../../../contracts/payments/receipts/receipts';

const installation = 'https://lab.test';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');

/** The public keys of the installation that signs the receipts of the tests. */
export const receiptKeys: ReceiptKeys = {
  installation,
  keys: [{ version: 1, public_key: (publicKey.export({ format: 'jwk' }) as { x: string }).x }],
};

const head = {
  format: 1,
  day: '2026-11-29',
  id: '0193a1b2-0000-7000-8000-000000000091',
  installation,
  key_version: 1,
  replaces: null,
} as const;

export const aDepositReceipt: ReceiptBody = {
  ...head,
  type: 'deposit',
  number: 'D-2026-00007',
  amount: 50_000,
  currency: 'EUR',
  reference: 'CL-7K3M-92QX',
  bank_reference: 'B-77',
  booked_on: '2026-11-28',
};

export const aPaymentReceipt: ReceiptBody = {
  ...head,
  type: 'participant-payment',
  number: 'P-2026-00012',
  study_title: 'Attention and memory',
  payer: { first_name: 'Ada', last_name: 'Lovelace', organization: 'University of X' },
  outcome: 'paid',
  amount: 450,
  currency: 'EUR',
  method: 'cash',
  confirmed_by: 'code',
  paid_on: '2026-11-28',
  participant: '5f0c2a9b1d3e4f60',
};

export const aSessionReceipt: Extract<ReceiptBody, { type: 'session' }> = {
  ...head,
  type: 'session',
  number: 'S-2026-00004',
  study_title: 'Attention and memory',
  hourly: { amount: 1098, by: 'median', seconds: 1476 },
  currency: 'EUR',
  spots: 10,
  participants_owed: 1,
  owed: 450,
  participants_paid: 2,
  paid: 900,
  fees: 0,
  held: 3150,
  until: 'now',
};

export const aDisbursementLog = (count: number): ReceiptBody => ({
  ...head,
  type: 'disbursement-log',
  number: 'L-2026-00003',
  study_title: 'Attention and memory',
  currency: 'EUR',
  total: 450 * count,
  until: 'midnight',
  replaces: 'L-2026-00002',
  lines: Array.from({ length: count }, (_, n) => ({
    day: '2026-11-28',
    participant: `5f0c2a9b1d3e4f${String(n).padStart(2, '0')}`,
    amount: 450,
    method: n % 2 ? 'bank' : 'cash',
    handed_over_by: n % 2 ? null : 'a1b2c3d4',
    confirmed_by: n % 2 ? null : 'code',
  })),
});

/** The signed file of a receipt, as it is downloaded. */
export function signedReceiptFile(body: ReceiptBody): ReceiptFile {
  const receipt = canonicalJsonText(body);
  return {
    receipt,
    signature: sign(null, Buffer.from(receipt), privateKey).toString('base64url'),
    key_version: 1,
    installation,
  };
}
