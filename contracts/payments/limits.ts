/** Sizes of what is paid. Amounts are minor units. */
export const paymentsLimits = {
  /** The most that one allotment, deposit or refund moves: 10 million euros. */
  fundingAmount: 1_000_000_000,
  /** Characters. */
  costCentre: 60,
  reference: 140,
  reason: 500,
  /** Deposits of one researcher that wait for their confirmation. */
  openDeposits: 20,
  /** Days in which an approved payment can be claimed; then the money goes back to the researcher. */
  claimDays: 180,
  /** How long a code for cash is valid, at most. */
  cashCodeMinutes: 10,
  /** Wrong codes for the cash of one participant in an hour. */
  cashCodeTriesPerHour: 10,
  /** Characters of a participant's answer to a rejection. */
  answer: 2_000,
  /** Characters of an administrator's reason for a verdict on it. */
  verdict: 2_000,
  /** Characters; SEPA takes no longer name. */
  holder: 70,
  /** Characters, with blanks. */
  iban: 50,
  /** Characters of a line of an invoice address, and its lines between name and country. */
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
  /** Days: gift codes that expire sooner do not count as a stock that suffices. */
  giftCodeNoticeDays: 14,
  /** Bank transfers in one batch. */
  payoutsPerBatch: 1_000,
  /** Receipts of one thing in a day (UTC): each change of its facts makes one. */
  receiptsPerDay: 20,
  /** Files that one address has checked in an hour. */
  receiptChecksPerHour: 120,
  /** Lines of a disbursement log on pages and in the PDF; all of them are in the file. */
  receiptLinesShown: 2_000,
  /** Of the body that says what the bank did with a batch: each line may carry a reason. */
  settlementBytes: 4_000_000,
  /** Characters of the reason of a bonus. */
  bonusReason: 200,
  /** The most that a bonus or top-up pays to one participant: 100,000 euros. */
  bonusAmount: 100_000_00,
  /** Participants that one bonus names. */
  linesPerBonus: 2_000,
  /** Participants that pay by answers names, which is done once. */
  linesByAnswers: 10_000,
  /** Of the body that names them: so large that too many lines are refused by their number. */
  bonusBytes: 1_000_000,
  /** Characters of an expression over answers. */
  expression: 500,
  /** Lines of expenses in one file. */
  expensesPerFile: 20_000,
} as const;
