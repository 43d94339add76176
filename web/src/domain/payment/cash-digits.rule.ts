/** Removes all characters except digits from a typed or pasted cash code. */
export const cashCodeDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, 6);

/** Splits six digits into two groups of three, as people read them aloud. */
export const groupCashCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;
