/** The day (UTC) of an entry in the ledger, which has no moment. @returns `YYYY-MM-DD` */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
