/** Limits of payments. Amounts are in minor units. */
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
  /** For how many minutes a code for a cash payment is valid at most. */
  cashCodeMinutes: 10,
  /** How many wrong codes may be entered per hour for one participant's cash payment. */
  cashCodeTriesPerHour: 10,
  /** The most characters of a participant's answer to a rejection. */
  answer: 2_000,
  /** The most characters of an administrator's reason for the decision about this answer. */
  verdict: 2_000,
  /** The most characters of the account holder's name, as in SEPA. */
  holder: 70,
  /** The most characters of an IBAN, spaces included. */
  iban: 50,
  /**
   * The most characters of a line of an invoice address, and the most lines between name and
   * country.
   */
  addressLine: 100,
  addressLines: 5,
  /** The most gift codes in one file. */
  giftCodesPerFile: 10_000,
  giftCodeFileBytes: 2_000_000,
  /** Characters. */
  brand: 60,
  giftCode: 200,
  /** The most groups of gift codes in one answer. */
  giftCodeGroups: 500,
  /**
   * A gift code that expires in fewer days than this does not count when the server judges whether
   * the stock suffices.
   */
  giftCodeNoticeDays: 14,
  /** The most bank transfers in one batch. */
  payoutsPerBatch: 1_000,
  /**
   * How many receipts a deposit, session, payment or other item may have in a day (UTC): each
   * change of its facts produces a new receipt.
   */
  receiptsPerDay: 20,
  /** How many receipt files one network address may send per hour to be verified. */
  receiptChecksPerHour: 120,
  /**
   * How many lines of a disbursement log the web page and the PDF show; the receipt's file contains
   * all lines.
   */
  receiptLinesShown: 2_000,
  /**
   * The most bytes of the request with the bank's results for a batch, in which each line may have
   * a reason.
   */
  settlementBytes: 4_000_000,
  /** The most characters of a researcher's reason for a bonus. */
  bonusReason: 200,
  /** The most that a bonus or top-up pays to one participant: 100,000 euros. */
  bonusAmount: 100_000_00,
  /** The most participants that one bonus names. */
  linesPerBonus: 2_000,
  /**
   * The most participants whom one request for pay by answers names. There can be no second
   * request, since a session can pay by answers only once.
   */
  linesByAnswers: 10_000,
  /**
   * The most bytes of a request for pay by answers. The limit is so large that a request with too
   * many participants is refused because of their number and not because of its size.
   */
  bonusBytes: 1_000_000,
  /** The most characters of an expression that computes amounts from answers. */
  expression: 500,
  /** The most lines of expenses in one file. */
  expensesPerFile: 20_000,
} as const;
