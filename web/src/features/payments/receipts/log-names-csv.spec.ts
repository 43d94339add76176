import type { DisbursementLogNamesLine } from '../../../../../contracts/payments/receipts/log-names';
import { paymentNamesCsv } from './log-names-csv';

const file = (line: Partial<DisbursementLogNamesLine>, currency = 'EUR') =>
  paymentNamesCsv({
    number: 'L-2026-00003',
    id: '0193a1b2-0000-7000-8000-000000000091',
    currency,
    lines: [
      {
        day: '2026-11-28',
        participant: '1234567890123456',
        amount: 450,
        first_name: 'Grace',
        last_name: 'Hopper',
        email: 'grace@people.test',
        ...line,
      },
    ],
  });
const rowOf = (text: string) => text.split('\r\n')[1];

test('the file has a heading, a row for each line, and the mark by which spreadsheets recognise UTF-8', () => {
  expect(file({})).toBe(
    '\u{feff}tag,first_name,last_name,email,amount,currency,day\r\n' +
      '#1234567890123456,Grace,Hopper,grace@people.test,4.50,EUR,2026-11-28\r\n',
  );
});

test('a line without tag and name has empty cells', () => {
  const line = { participant: null, first_name: null, last_name: null, email: null };
  expect(rowOf(file(line))).toBe(',,,,4.50,EUR,2026-11-28');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', '＋1', '－1', '＠1'])(
  'a name that a spreadsheet would read as a formula is a text: %s',
  (first_name) => {
    expect(rowOf(file({ first_name }))).toContain(`'${first_name}`);
  },
);

test('an amount has the decimals of its currency', () => {
  expect(rowOf(file({}, 'JPY'))).toContain(',450,JPY,');
  expect(rowOf(file({}, 'KWD'))).toContain(',0.450,KWD,');
});
