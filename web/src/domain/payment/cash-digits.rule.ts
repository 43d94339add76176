/** The digits of a typed or pasted cash code, without spaces and other characters between them. */
export const cashCodeDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, 6);

/** Six digits in two groups of three, as people read them aloud. */
export const groupCashCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;
