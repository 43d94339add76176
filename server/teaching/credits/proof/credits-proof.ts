import { Injectable } from '@nestjs/common';
import { creditForQuarterHours } from '../../../../contracts/teaching/credit.rule';
import type { LedgerCheck, DamageReporter } from '../../../ledger/chain/ledger-check';
import { accountsOfKinds, entriesByKeys } from '../../../ledger/entries/entry-records';
import type { Transaction } from '../../../platform/db/unit-of-work';
import { creditEntryKey, creditUnitOfCourse } from '../credit-entry.rule';

type On = Pick<Transaction, 'query'>;
type CreditsDamage = 'credit_sum_changed' | 'credit_account_changed' | 'credit_entry_missing';
type Report = DamageReporter<CreditsDamage>;

const atOnce = 2_000;

interface Account {
  seat: string;
  account_id: string;
  course_id: string;
}
interface Credit {
  id: string;
  seat: string;
  quarters: number;
  course_id: string;
  credits_per_hour: number;
  moves: number;
}

/** SQL: a text that identifies the ledger account of a student's credits in a course. */
const seatSql = `encode(student_key, 'hex') || ':' || course_id || ':' || withheld`;

/**
 * Verifies that the ledger account of each student has the sum of the student's credits. Does not
 * check ledger accounts of erased students, since nothing links these accounts to students any more.
 */
@Injectable()
export class CreditsProof implements LedgerCheck<CreditsDamage> {
  readonly sentences = {
    credit_sum_changed: (of: string) =>
      `account ${of} does not have what the credits of its student add up to`,
    credit_account_changed: (of: string) => `account ${of} is not one of credits in its course`,
    credit_entry_missing: (of: string) => `the ledger does not have the last move of credit ${of}`,
  };

  async run(on: On, report: Report): Promise<void> {
    const sums = new Map<string, number>();
    for await (const page of creditPages(on)) {
      for (const { seat, quarters, credits_per_hour } of page)
        sums.set(seat, (sums.get(seat) ?? 0) + creditForQuarterHours(quarters, credits_per_hour));
      await checkEntries(on, page, report);
    }
    await checkAccounts(on, sums, report);
  }
}

/** Yields all credits that count in a course, page by page. */
async function* creditPages(on: On): AsyncGenerator<Credit[]> {
  let after: string | null = null;
  for (;;) {
    const page: Credit[] = await on.query<Credit>(
      `SELECT c.id, ${seatSql} AS seat, c.quarters, c.course_id, k.credits_per_hour, c.moves
       FROM identity.credit c JOIN identity.course k ON k.id = c.course_id
       WHERE $1::uuid IS NULL OR c.id > $1 ORDER BY c.id LIMIT ${atOnce}`,
      [after],
    );
    yield page;
    if (page.length < atOnce) return;
    after = page.at(-1)?.id ?? null;
  }
}

async function checkEntries(on: On, page: readonly Credit[], report: Report): Promise<void> {
  const worth = page.filter((one) => creditForQuarterHours(one.quarters, one.credits_per_hour) > 0);
  const keyOf = ({ id, moves }: Credit) => creditEntryKey(id, moves);
  const entries = await entriesByKeys(on, worth.map(keyOf));
  for (const credit of worth) {
    const amount = creditForQuarterHours(credit.quarters, credit.credits_per_hour);
    const entry = entries.get(keyOf(credit));
    if (!entry?.postings.some((posting) => posting.amount === amount))
      report('credit_entry_missing', credit.id);
  }
}

async function checkAccounts(
  on: On,
  sums: ReadonlyMap<string, number>,
  report: Report,
): Promise<void> {
  const ledger = new Map((await accountsOfKinds(on, ['credit'])).map((one) => [one.id, one]));
  const accounts = await on.query<Account>(
    `SELECT ${seatSql} AS seat, account_id, course_id FROM identity.credit_account ORDER BY account_id`,
  );
  for (const { seat, account_id, course_id } of accounts) {
    const account = ledger.get(account_id);
    if (account?.unit !== creditUnitOfCourse(course_id))
      report('credit_account_changed', account_id);
    if (account?.balance !== (sums.get(seat) ?? 0)) report('credit_sum_changed', account_id);
  }
  // Reports credits whose ledger account does not exist.
  const seats = new Set(accounts.map(({ seat }) => seat));
  for (const [seat, sum] of sums)
    if (sum > 0 && !seats.has(seat)) report('credit_sum_changed', seat);
}
