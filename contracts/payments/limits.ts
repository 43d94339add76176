/** Sizes of what is paid. Amounts are minor units. */
export const paymentsLimits = {
  /** The largest amount of one allotment, deposit or refund: 10 million euros. */
  fundingAmount: 1_000_000_000,
  /** Characters. */
  costCentre: 60,
  reference: 140,
  reason: 500,
  /** The most unconfirmed deposits of one researcher. */
  openDeposits: 20,
  /** Days within which a participant can claim an approved payment; then the money goes back to the researcher. */
  claimDays: 180,
  /** How long a code for cash is valid, at most. */
  cashCodeMinutes: 10,
  /** Wrong codes for the cash of one participant in an hour. */
  cashCodeTriesPerHour: 10,
  /** Characters of a participant's answer to a rejection. */
  answer: 2_000,
  /** Characters of an administrator's reason for the verdict on such an answer. */
  verdict: 2_000,
  /** Characters of the account holder's name; SEPA accepts no longer name. */
  holder: 70,
  /** Characters of an IBAN, spaces included. */
  iban: 50,
  /** Characters of a line of an invoice address, and the number of lines between name and country. */
  addressLine: 100,
  addressLines: 5,
  /** Gift codes in one file. */
  giftCodesPerFile: 10_000,
  giftCodeFileBytes: 2_000_000,
  /** Characters. */
  brand: 60,
  giftCode: 200,
  /** Groups of gift codes in one answer. */
  giftCodeGroups: 500,
  /** Gift codes that expire within fewer days do not count as sufficient stock. */
  giftCodeNoticeDays: 14,
  /** Bank transfers in one batch. */
  payoutsPerBatch: 1_000,
  /** Receipts for one item in a day (UTC): each change of its facts produces a new receipt. */
  receiptsPerDay: 20,
  /** Receipt files that one network address may have checked per hour. */
  receiptChecksPerHour: 120,
  /** Lines of a disbursement log shown on pages and in the PDF; the file contains all. */
  receiptLinesShown: 2_000,
  /** Bytes of the request with the bank's results for a batch: each line may carry a reason. */
  settlementBytes: 4_000_000,
  /** Characters of the reason of a bonus. */
  bonusReason: 200,
  /** The most that a bonus or top-up pays to one participant: 100,000 euros. */
  bonusAmount: 100_000_00,
  /** The most participants that one bonus names. */
  linesPerBonus: 2_000,
  /** The most participants that pay by answers names; it is paid only once. */
  linesByAnswers: 10_000,
  /**
   * Bytes of the request that names them: large enough that too many lines are refused by their number and not by
   * size.
   */
  bonusBytes: 1_000_000,
  /** Characters of an expression over answers. */
  expression: 500,
  /** Lines of expenses in one file. */
  expensesPerFile: 20_000,
} as const;
