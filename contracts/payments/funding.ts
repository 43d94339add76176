import { z } from 'zod';
import { administratorsOnly, researchersOrAdministrators, researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import {
  Id,
  IdParams,
  Instant,
  singleLine,
  optionalSingleLine,
  PageQuery,
  pageSchemaOf,
} from '../base/fields';
import { EnteredMoney } from '../money/given-money';
import { paymentsLimits } from './limits';

const Person = z.object({
  _id: Id,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
});

/** What a researcher may spend in one currency. Amounts are minor units. */
export const Wallet = z
  .object({
    _id: Id,
    /** The owner of the wallet; null after the account was erased. */
    researcher: Person.nullable(),
    currency: z.string(),
    balance: z.int(),
    /** The money that is reserved for sessions; the balance does not include it. */
    held: z.int(),
    /**
     * The lowest balance that is allowed. Null if any balance is allowed, because researchers pay
     * participants from their own funds.
     */
    minimum: z.int().nullable(),
  })
  .meta({ id: 'Wallet' });
export type Wallet = z.output<typeof Wallet>;

/** A budget that an administrator granted. */
export const Allotment = z
  .object({
    _id: Id,
    wallet_id: Id,
    amount: z.int(),
    currency: z.string(),
    cost_centre: z.string().nullable(),
    reference: z.string().nullable(),
    day: z.iso.date(),
  })
  .meta({ id: 'Allotment' });
export type Allotment = z.output<typeof Allotment>;

/** A bank transfer to the installation that a researcher announced. */
export const Deposit = z
  .object({
    _id: Id,
    /** The researcher who announced it; null after the account was erased. */
    researcher: Person.nullable(),
    amount: z.int(),
    currency: z.string(),
    /** The reference that the researcher must put on the transfer. */
    reference: z.string(),
    state: z.enum(['announced', 'confirmed', 'refused']),
    /** The bank's reference of the transfer that arrived. */
    bank_reference: z.string().nullable(),
    reason: z.string().nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Deposit' });
export type Deposit = z.output<typeof Deposit>;

const Amount = EnteredMoney.extend({
  amount: z.int().min(1).max(paymentsLimits.fundingAmount),
});

export const WalletRefund = z.strictObject({
  amount: z.int().min(1).max(paymentsLimits.fundingAmount),
  reference: singleLine(paymentsLimits.reference),
});
export type WalletRefund = z.output<typeof WalletRefund>;

export const NewAllotment = z.strictObject({
  researcher_id: Id,
  ...Amount.shape,
  cost_centre: optionalSingleLine(paymentsLimits.costCentre).nullable().optional(),
  reference: optionalSingleLine(paymentsLimits.reference).nullable().optional(),
});
export type NewAllotment = z.output<typeof NewAllotment>;

export const NewDeposit = z.strictObject(Amount.shape);
export type NewDeposit = z.output<typeof NewDeposit>;

export const DepositDecision = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('confirm'),
    bank_reference: singleLine(paymentsLimits.reference),
  }),
  z.strictObject({ action: z.literal('refuse'), reason: singleLine(paymentsLimits.reason) }),
]);
export type DepositDecision = z.output<typeof DepositDecision>;

export const listWallets = endpoint('GET', '/api/wallets/', {
  summary: 'The own wallets; for administrators, those of all researchers or of one',
  access: { ...researchersOrAdministrators, policy: 'wallet.read' },
  query: z.object({ researcher: Id.optional(), ...PageQuery }),
  replies: { 200: pageSchemaOf(Wallet) },
  errors: ['forbidden'],
});
export const changeWallet = endpoint('PUT', '/api/wallets/{id}/', {
  summary: 'How far the balance of a wallet may fall',
  access: administratorsOnly,
  params: IdParams,
  body: z.strictObject({
    minimum: z.int().min(-paymentsLimits.fundingAmount).max(0).nullable(),
  }),
  replies: { 200: Wallet },
  errors: ['forbidden', 'second_factor_missing', 'insufficient_funds'],
});
export const refundWallet = endpoint('POST', '/api/wallets/{id}/refunds/', {
  summary: 'Take money out of a wallet: what is left goes back',
  access: administratorsOnly,
  params: IdParams,
  idempotencyKey: true,
  body: WalletRefund,
  replies: { 201: Wallet },
  errors: ['forbidden', 'second_factor_missing', 'insufficient_funds', 'idempotency_conflict'],
});
export const allotBudget = endpoint('POST', '/api/allotments/', {
  summary: 'Give a researcher a budget',
  access: administratorsOnly,
  idempotencyKey: true,
  body: NewAllotment,
  replies: { 201: Allotment },
  errors: [
    'forbidden',
    'second_factor_missing',
    'not_found',
    'wrong_currency',
    'idempotency_conflict',
  ],
});
export const announceDeposit = endpoint('POST', '/api/deposits/', {
  summary: 'Announce a bank transfer; the answer has the reference to write on it',
  access: researchersOnly,
  idempotencyKey: true,
  body: NewDeposit,
  replies: { 201: Deposit },
  errors: ['forbidden', 'wrong_currency', 'idempotency_conflict', 'too_many_deposits'],
});
export const listDeposits = endpoint('GET', '/api/deposits/', {
  summary: 'The own deposits; for administrators, all',
  access: { ...researchersOrAdministrators, policy: 'wallet.read' },
  query: z.object({
    state: Deposit.shape.state.optional(),
    researcher: Id.optional(),
    ...PageQuery,
  }),
  replies: { 200: pageSchemaOf(Deposit) },
  errors: ['forbidden'],
});
export const decideDeposit = endpoint('PUT', '/api/deposits/{id}/', {
  summary: 'Confirm that a transfer arrived, or refuse it',
  access: administratorsOnly,
  params: IdParams,
  body: DepositDecision,
  replies: { 200: Deposit },
  errors: ['forbidden', 'second_factor_missing', 'already_decided', 'bank_reference_used'],
});
