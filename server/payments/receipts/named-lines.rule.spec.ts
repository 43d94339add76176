import type { DisbursementLine } from '../../../contracts/payments/receipts/receipts';
import { disbursementLinesWithNames, tagsInDisbursementLog } from './named-lines.rule';

const line = (participant: string | null, amount: number): DisbursementLine => ({
  day: '2026-11-28',
  participant,
  amount,
  method: 'cash',
  handed_over_by: 'a1b2c3d4',
  confirmed_by: 'code',
});
const grace = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@people.test' };
const nobody = { first_name: null, last_name: null, email: null };

test('each tag of a disbursement log is listed once, and lines without a tag are skipped', () => {
  expect([
    ...tagsInDisbursementLog([line('a', 450), line(null, 1), line('b', 450), line('a', 100)]),
  ]).toEqual(['a', 'b']);
});

test('a participant with two payments is named beside both, and the lines keep the order of the disbursement log', () => {
  const lines = [line('b', 450), line('a', 450), line('b', 100)];
  expect(disbursementLinesWithNames(lines, new Map([['b', grace]]))).toEqual([
    { day: '2026-11-28', participant: 'b', amount: 450, ...grace },
    { day: '2026-11-28', participant: 'a', amount: 450, ...nobody },
    { day: '2026-11-28', participant: 'b', amount: 100, ...grace },
  ]);
});

test('a line of a disbursement log without a tag gets no name; of an account, only name and email are returned', () => {
  const account = { id: 'the account', ...grace };
  expect(
    disbursementLinesWithNames([line(null, 450), line('a', 450)], new Map([['a', account]])),
  ).toEqual([
    { day: '2026-11-28', participant: null, amount: 450, ...nobody },
    { day: '2026-11-28', participant: 'a', amount: 450, ...grace },
  ]);
});
