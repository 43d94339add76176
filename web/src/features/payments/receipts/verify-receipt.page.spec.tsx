import { webcrypto } from 'node:crypto';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReceiptFile } from '../../../../../contracts/payments/receipts/receipt-file';
import {
  readReceiptKeys,
  verifyReceipt,
  type ReceiptVerdict,
} from '../../../../../contracts/payments/receipts/receipts';
import { aDepositReceipt, signedReceiptFile, receiptKeys } from '../../../test/a-receipt';
import { type FakeRoute, fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { user } from '../../../test/user';

const valid: ReceiptVerdict = { valid: true, reason: null, voided_by: null };
let asked: ReturnType<typeof fakeServer>;
const show = (verdict: ReceiptVerdict = valid, ...first: FakeRoute[]) => {
  asked = fakeServer(
    ...first,
    on(readReceiptKeys).answer({ status: 200, body: receiptKeys }),
    on(verifyReceipt).answer({ status: 200, body: verdict }),
  );
  renderPage('/receipts/verify');
};
const give = async (content: ReceiptFile | string) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const input = await fileInput();
  await user.upload(input, fileWith(text));
};
/** jsdom reads no files. */
const fileWith = (text: string): File =>
  Object.assign(new File([text], 'receipt.json', { type: 'application/json' }), {
    text: () => Promise.resolve(text),
  });
const fileInput = async () => {
  await screen.findByRole('button', { name: 'Choose a file' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no input');
  return input;
};
const verdict = () => within(screen.getByRole('status', { name: 'Result' }));
const sent = () => asked.filter(({ method }) => method === 'POST');
const file = signedReceiptFile(aDepositReceipt);

/** jsdom has none. */
const subtle = (value: unknown) =>
  Object.defineProperty(crypto, 'subtle', { value, configurable: true });
beforeEach(() => {
  subtle(webcrypto.subtle);
  return freshBrowser();
});

test('a genuine file is shown, and the server says that the receipt is valid', async () => {
  show();
  await give(file);
  expect(await verdict().findByText('Genuine and valid')).toBeVisible();
  expect(screen.getByText('D-2026-00007')).toBeVisible();
  expect(sent()).toHaveLength(1);
});

test('a dropped file is checked, too', async () => {
  show();
  await fileInput();
  const dropped = fileWith(JSON.stringify(file));
  fireEvent.drop(screen.getByText('Drop the signed file here'), {
    dataTransfer: { files: [dropped] },
  });
  expect(await verdict().findByText('Genuine and valid')).toBeVisible();
});

test('a void receipt names the one that replaces it', async () => {
  show({ valid: false, reason: 'voided', voided_by: 'D-2026-00009' });
  await give(file);
  expect(await verdict().findByText('Genuine, but void')).toBeVisible();
  expect(screen.getByText('Void. D-2026-00009 counts instead.')).toBeVisible();
});

test('a changed file is found in the browser, and sent nowhere', async () => {
  show();
  await give({ ...file, receipt: file.receipt.replace('50000', '90000') });
  expect(await verdict().findByText('This receipt is not genuine')).toBeVisible();
  expect(screen.queryByText('D-2026-00007')).toBeNull();
  expect(sent()).toEqual([]);
});

test('a file of another installation is sent nowhere', async () => {
  show();
  await give({ ...file, installation: 'https://elsewhere.test' });
  expect(await verdict().findByText('This receipt was not issued here')).toBeVisible();
  expect(verdict().getByText(/https:\/\/elsewhere\.test/)).toBeVisible();
  expect(sent()).toEqual([]);
});

test.each([
  '',
  '{}',
  '%PDF-1.7',
  '{"receipt":"{}","signature":"","key_version":1,"installation":""}',
])('a file that is no receipt is reported as such: %s', async (text) => {
  show();
  await give(text);
  expect(await verdict().findByText('This is no signed file of a receipt')).toBeVisible();
  expect(sent()).toEqual([]);
});

test('without an answer of the server, the page leaves open whether the receipt is still valid', async () => {
  show(valid, on(verifyReceipt).answer(refusal('internal')));
  await give(file);
  expect(await verdict().findByText('Genuine, but perhaps replaced')).toBeVisible();
});

test('a browser without Ed25519 lets the server check', async () => {
  subtle(undefined);
  show({ valid: false, reason: 'changed', voided_by: null });
  await give({ ...file, receipt: file.receipt.replace('50000', '90000') });
  expect(await verdict().findByText('This receipt is not genuine')).toBeVisible();
  expect(sent()).toHaveLength(1);
});
