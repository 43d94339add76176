import { z } from 'zod';
import { researchersOnly, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import {
  Id,
  IdParams,
  Instant,
  singleLine,
  PageQuery,
  pageSchemaOf,
  multilineText,
} from '../base/fields';
import { paymentsLimits } from './limits';

/**
 * The states of a payment:
 * - `due`: the participation is completed, but not decided yet;
 * - `approved`: the participant may choose how it is paid; `processing`: the payment is under way;
 * - `failed`: the bank returned it, and the participant may choose again;
 * - `reversed`: the participation was cancelled;
 * - `waived`: the participant gave it up, or did not claim it in time.
 */
export const paymentStates = [
  'due',
  'approved',
  'processing',
  'paid',
  'failed',
  'rejected',
  'reversed',
  'waived',
] as const;
export const PaymentState = z.enum(paymentStates);
export type PaymentState = z.output<typeof PaymentState>;

/** How participants are paid. */
export const paymentMethods = ['cash', 'gift_code', 'bank'] as const;
export const PaymentMethod = z.enum(paymentMethods);
export type PaymentMethod = z.output<typeof PaymentMethod>;

/**
 * `reward`: what the session promised. All other kinds are amounts that the researchers pay on top
 * (bonuses.ts).
 */
export const paymentKinds = ['reward', 'bonus', 'top_up', 'by_answers'] as const;
export const PaymentKind = z.enum(paymentKinds);
export type PaymentKind = z.output<typeof PaymentKind>;

const common = {
  _id: Id,
  kind: PaymentKind,
  /** The reason of a bonus, written by the researchers; null for other kinds. */
  reason: z.string().nullable(),
  /** Minor units. */
  amount: z.int(),
  currency: z.string(),
  state: PaymentState,
  /** The day (UTC) of the last change. */
  day: z.iso.date(),
  method: PaymentMethod.nullable(),
  /** The participant's answer to a rejection. */
  answer: z.string().nullable(),
};

/** A gift code that was handed out; its owner can open it any number of times. */
export const IssuedGiftCode = z.object({
  brand: z.string(),
  code: z.string(),
  pin: z.string().nullable(),
  expires: z.iso.date().nullable(),
});
export type IssuedGiftCode = z.output<typeof IssuedGiftCode>;

/** A payment as its participant sees it. */
export const ParticipantPayment = z
  .object({
    ...common,
    participation_id: Id,
    /** The methods that may be chosen now; empty where nothing can be chosen. */
    methods: z.array(PaymentMethod),
    /**
     * The day (UTC) from which the participant can choose a method. Null if a choice is possible
     * now, or if it will never be possible.
     */
    choose_from: z.iso.date().nullable(),
    /**
     * The last day on which the participant can claim the payment by choosing a method; null where
     * nothing can be chosen.
     */
    claim_until: z.iso.date().nullable(),
    /** Whether the participant can still answer the rejection. */
    may_answer: z.boolean(),
    /** An administrator's reason for confirming the rejection; null if none has confirmed it. */
    upheld_because: z.string().nullable(),
    gift_code: IssuedGiftCode.nullable(),
    /** Whether the payment is held until administrators check it (`REPORTING_THRESHOLDS`). */
    held: z.boolean(),
  })
  .meta({ id: 'OwnPayment' });
export type ParticipantPayment = z.output<typeof ParticipantPayment>;

/**
 * A payment as the researcher sees it, with the participant's tag on the roster. In an anonymous
 * session, its state is that of the beginning of the current day (UTC) (docs/domain.md, 4).
 */
export const SessionPayment = z
  .object({
    ...common,
    tag: z.string(),
    /** The bonus, top-up or pay by answers to which the payment belongs. Null for a reward. */
    bonus_id: Id.nullable(),
  })
  .meta({ id: 'SessionPayment' });
export type SessionPayment = z.output<typeof SessionPayment>;

const Payment = z.union([ParticipantPayment, SessionPayment]);

export const CashConfirmation = z.union([
  /** The six digits that the participant's page shows. */
  z.strictObject({ code: z.string().regex(/^\d{6}$/) }),
  /** Confirms a cash payment that the participant signed for on paper. */
  z.strictObject({ signed: z.literal(true) }),
]);
export type CashConfirmation = z.output<typeof CashConfirmation>;

/** An account at a bank; `iban` with or without blanks. */
export const BankAccount = z.object({
  holder: singleLine(paymentsLimits.holder),
  iban: singleLine(paymentsLimits.iban),
});
export type BankAccount = z.output<typeof BankAccount>;

export const PaymentAction = z.union([
  z.strictObject({ action: z.literal('choose'), method: z.literal('gift_code') }),
  z.strictObject({
    action: z.literal('choose'),
    method: z.literal('bank'),
    /** The account for the transfer; if it is left out, the remembered account is used. */
    account: BankAccount.optional(),
    remember: z.boolean().optional(),
  }),
  z.strictObject({ action: z.literal('waive') }),
  z.strictObject({ action: z.literal('answer'), text: multilineText(paymentsLimits.answer) }),
  z.strictObject({
    action: z.literal('confirm-cash'),
    code: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
    signed: z.literal(true).optional(),
  }),
]);
export type PaymentAction = z.output<typeof PaymentAction>;

export const listPayments = endpoint('GET', '/api/payments/', {
  summary: 'The own payments; with `session`, those of its participants by tag',
  access: { ...signedIn, policy: 'payment.read' },
  query: z.object({ session: Id.optional(), ...PageQuery }),
  replies: { 200: z.union([pageSchemaOf(ParticipantPayment), pageSchemaOf(SessionPayment)]) },
  errors: ['forbidden', 'not_found'],
});
export const changePayment = endpoint('PUT', '/api/payments/{id}/', {
  summary:
    'Choose how it is paid, give it up, answer a rejection; for researchers, confirm that cash was handed over',
  access: { ...signedIn, policy: 'payment.change' },
  params: IdParams,
  body: PaymentAction,
  replies: { 200: Payment },
  errors: [
    'forbidden',
    'already_decided',
    'method_not_offered',
    'out_of_stock',
    'invalid_iban',
    'wrong_cash_code',
    'paid_from_tomorrow',
  ],
});

/** The code that a participant shows at the cash desk. */
export const CashCode = z
  .object({ code: z.string(), expires_at: Instant })
  .meta({ id: 'CashCode' });
export type CashCode = z.output<typeof CashCode>;

export const readCashCode = endpoint('GET', '/api/participations/{id}/cash-code/', {
  summary: 'Six digits by which the participant confirms cash at the desk, for ten minutes',
  access: { ...signedIn, policy: 'payment.read' },
  params: IdParams,
  replies: { 200: CashCode },
  errors: ['already_decided', 'method_not_offered', 'paid_from_tomorrow'],
});
export const payCashAtDesk = endpoint('PUT', '/api/sessions/{id}/roster/{entry}/payment/', {
  summary: 'Note at the desk that a participant is done, approve it, and confirm the cash',
  access: { ...researchersOnly, policy: 'session.manage' },
  params: z.object({ id: Id, entry: z.string().max(200) }),
  body: CashConfirmation,
  replies: { 200: SessionPayment },
  errors: [
    'forbidden',
    'illegal_transition',
    'already_decided',
    'method_not_offered',
    'wrong_cash_code',
  ],
});

export const PaymentMethods = z
  .object({ methods: z.array(PaymentMethod).min(1).max(paymentMethods.length) })
  .meta({ id: 'PaymentMethods' });
export type PaymentMethods = z.output<typeof PaymentMethods>;

export const readPaymentMethods = endpoint('GET', '/api/studies/{id}/payment-methods/', {
  summary: 'How participants of a study may be paid',
  access: { ...researchersOnly, policy: 'study.edit' },
  params: IdParams,
  replies: { 200: PaymentMethods },
  errors: ['forbidden'],
});
export const changePaymentMethods = endpoint('PUT', '/api/studies/{id}/payment-methods/', {
  summary: 'Say how participants of a study may be paid',
  access: { ...researchersOnly, policy: 'study.edit' },
  params: IdParams,
  body: z.strictObject(PaymentMethods.shape),
  replies: { 200: PaymentMethods },
  errors: ['forbidden'],
});
