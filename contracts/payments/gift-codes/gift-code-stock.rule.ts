/** The gift codes of one amount and currency of a researcher, of all brands together. */
export interface GiftCodeSupply {
  /** Codes that can be handed out, and stay valid for `paymentsLimits.giftCodeNoticeDays` at least. */
  readonly lasting: number;
  /** Codes of the amount that participants may still choose. */
  readonly needed: number;
}

/** Whether the codes will not suffice: what the researcher's page calls low, and what an email tells once. */
export const isLow = ({ lasting, needed }: GiftCodeSupply): boolean => lasting < needed;
