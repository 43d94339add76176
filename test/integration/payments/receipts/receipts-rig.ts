import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type {
  ReceiptFile,
  ReceiptKeys,
} from '../../../../contracts/payments/receipts/receipt-file';
import type {
  Receipt,
  ReceiptBody,
  ReceiptVerdict,
} from '../../../../contracts/payments/receipts/receipts';
import { bodyOf } from '../../../support/app/body-of';
import type { RunningApp } from '../../../support/app/launch-app';
import { unique } from '../../../support/chance/unique';
import type { TestPerson } from '../../../support/people/people';
import { announceTestDeposit } from '../payments-rig';

const execute = promisify(execFile);

/** Requests receipts as their readers do, and checks whether they are genuine. */
export function receiptRequestsOf(run: RunningApp) {
  const ask = (type: string, id: string, who: TestPerson, number?: string) =>
    run
      .http()
      .get(`/api/receipts/${type}/${id}/${number ? `?number=${number}` : ''}`)
      .set(who.headers);
  const receipt = (type: string, id: string, who: TestPerson, number?: string) =>
    bodyOf<Receipt>(ask(type, id, who, number).expect(200));
  return {
    ask,
    receipt,
    /** What the receipt says. */
    body: async (type: string, id: string, who: TestPerson) =>
      receiptBodyIn((await receipt(type, id, who)).file),
    /** Makes a transfer of 50 euros that has arrived. @returns its id */
    confirmed: async (researcher: TestPerson, administrator: TestPerson): Promise<string> => {
      const id = await announceTestDeposit(run, researcher);
      await run
        .http()
        .put(`/api/deposits/${id}/`)
        .set(administrator.headers)
        .send({ action: 'confirm', bank_reference: unique() })
        .expect(200);
      return id;
    },
    keys: () => bodyOf<ReceiptKeys>(run.http().get('/api/receipts/keys/').expect(200)),
    verdict: (file: ReceiptFile) =>
      bodyOf<ReceiptVerdict>(run.http().post('/api/receipts/verification/').send(file).expect(200)),
  };
}

export const receiptBodyIn = (file: ReceiptFile) => JSON.parse(file.receipt) as ReceiptBody;

/** Changes the amount in a receipt file. The file is still JSON, but no longer genuine. */
export const withChangedAmount = (file: ReceiptFile): ReceiptFile => ({
  ...file,
  receipt: file.receipt.replace('"amount":5000', '"amount":9000'),
});

/** Runs the program that checks a file offline. @returns its exit code and output */
export async function checkReceiptOffline(
  file: ReceiptFile,
  keys?: ReceiptKeys,
): Promise<{ code: number; text: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'receipt-'));
  try {
    const path = async (name: string, value: object) => {
      await writeFile(join(folder, name), JSON.stringify(value));
      return join(folder, name);
    };
    const program = join(__dirname, '../../../../scripts/receipts/verify.mjs');
    const given = keys ? ['--keys', await path('keys.json', keys)] : [];
    return await execute(process.execPath, [program, await path('file.json', file), ...given]).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, text: error.stdout }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
