import { z } from 'zod';
import { researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Day, Id, PageQuery, pageSchemaOf } from '../base/fields';
import type { DocumentedOperation } from '../base/non-json-operations';
import { PaymentMethod } from './payments';

/**
 * The kinds of changes of a researcher's money:
 * - `budget`, `transfer`: money into the wallet; `refund`: money out of it;
 * - `held`: money reserved for a session; `given_back`: reserved money that the session did not
 *   need;
 * - `owed`: a participant was approved; `taken_back`: the approval was undone, or the participant
 *   did not claim the money;
 * - `paid`: a participant got the money; `returned`: the bank sent it back, and it is owed again;
 * - `gift_codes_added`, `gift_codes_expired`: the stock of gift codes changed;
 * - `other`: none of these.
 */
export const expenseKinds = [
  'budget',
  'transfer',
  'refund',
  'held',
  'given_back',
  'owed',
  'paid',
  'returned',
  'taken_back',
  'gift_codes_added',
  'gift_codes_expired',
  'other',
] as const;
export const ExpenseKind = z.enum(expenseKinds);
export type ExpenseKind = z.output<typeof ExpenseKind>;

/** The title of a study; null if the caller paid for the study but no longer owns it. */
const title = z.string().nullable();
const ExpenseStudy = z.object({ _id: Id, title });
const ExpenseSession = z.object({
  _id: Id,
  number: z.int(),
  name: z.string().nullable(),
});

/**
 * All changes of one kind on one day (UTC), added up. Amounts are in minor units of the currency,
 * and increases are positive. The sums over all lines are the balances. A line names no
 * participant, participation or payment, and the order within a day has no meaning.
 */
export const ExpenseLine = z
  .object({
    _id: Id,
    day: z.iso.date(),
    kind: ExpenseKind,
    /** The payment method; null for every kind except `paid`. */
    method: PaymentMethod.nullable(),
    currency: z.string(),
    /** The change of the wallet's balance. */
    wallet: z.int(),
    /** The change of the amount held for the session. */
    held: z.int(),
    /** The change of the amount owed to participants of the session. */
    owed: z.int(),
    /** The change of the value of the gift codes in stock. */
    gift_codes: z.int(),
    /** The fee that the platform earned. */
    fee: z.int(),
    study: ExpenseStudy.nullable(),
    session: ExpenseSession.nullable(),
    /** The reference of a budget or a refund, or the bank's reference of the transfer. */
    reference: z.string().nullable(),
    cost_centre: z.string().nullable(),
  })
  .meta({ id: 'ExpenseLine' });
export type ExpenseLine = z.output<typeof ExpenseLine>;

/** The first and the last day of a period, both included; days are in UTC. */
const period = { from: Day.optional(), to: Day.optional() };
export const ExpenseFilter = z.object({
  study: Id.optional(),
  session: Id.optional(),
  kind: ExpenseKind.exclude(['other']).optional(),
  ...period,
});
export type ExpenseFilter = z.output<typeof ExpenseFilter>;

/** Sums of payments in minor units. What may still have to be paid is `held` plus `owed`. */
const sums = {
  /** The number of approved payments, without those whose approval was undone. */
  approved_payments: z.int(),
  paid_payments: z.int(),
  /** The sum of the approved payments that are not paid yet. */
  owed: z.int(),
  paid: z.int(),
  fees: z.int(),
  /** The sum that is reserved for spots whose participants are not approved yet. */
  held: z.int(),
};

/** The sums of all expenses in a period; if the request names no period, the current balances. */
export const ExpenseSummary = z
  .object({
    currencies: z.array(
      z.object({
        currency: z.string(),
        ...sums,
        /**
         * For the caller's own expenses: the balance of the wallet, the value of the gift codes,
         * and the deposits minus the refunds. Null in the expenses of a single study.
         */
        wallet: z.int().nullable(),
        gift_codes: z.int().nullable(),
        funded: z.int().nullable(),
      }),
    ),
    /** Newest first. */
    sessions: z.array(
      z.object({
        study: ExpenseStudy,
        session: ExpenseSession,
        spots: z.int(),
        currency: z.string(),
        ...sums,
      }),
    ),
    /** The months (`YYYY-MM`) in which anything was paid, oldest first. */
    months: z.array(
      z.object({ month: z.string(), currency: z.string(), paid: z.int(), fees: z.int() }),
    ),
  })
  .meta({ id: 'ExpenseSummary' });
export type ExpenseSummary = z.output<typeof ExpenseSummary>;

export const listExpenses = endpoint('GET', '/api/expenses/', {
  summary: 'What happened to the money of the own wallets, newest day first',
  access: researchersOnly,
  query: z.object({ ...ExpenseFilter.shape, ...PageQuery }),
  replies: { 200: pageSchemaOf(ExpenseLine) },
  errors: ['forbidden'],
});
export const readExpenseSummary = endpoint('GET', '/api/expenses/summary/', {
  summary:
    'Costs by currency, session and month; with `study`, those of a study for all of its people',
  access: { ...researchersOnly, policy: 'expenses.read' },
  query: z.object({ study: Id.optional(), ...period }),
  replies: { 200: ExpenseSummary },
  errors: ['forbidden', 'not_found'],
});

const inQuery = (name: string, schema: Record<string, unknown>) => ({
  name,
  in: 'query',
  required: false,
  schema,
});
const day = { type: 'string', format: 'date' };
const id = { type: 'string', format: 'uuid' };
export const expensesFile: DocumentedOperation = {
  method: 'get',
  path: '/api/expenses/export/',
  summary: 'The lines as a table for spreadsheets (CSV, UTF-8 with a byte order mark)',
  access: researchersOnly,
  parameters: [
    inQuery('study', id),
    inQuery('session', id),
    inQuery('kind', { type: 'string', enum: ExpenseFilter.shape.kind.unwrap().options }),
    inQuery('from', day),
    inQuery('to', day),
  ],
  replies: {
    200: {
      description: 'All lines that match, newest day first; amounts in the major unit',
      content: { 'text/csv': { schema: { type: 'string' } } },
    },
  },
  errors: ['unauthenticated', 'forbidden', 'validation_failed', 'too_many_expenses'],
};
