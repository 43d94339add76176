/**
 * The digits after the sign of decimals, which ISO 4217 calls exponents, of the currencies that do not have two.
 * The platform's own data (`Intl`, which follows CLDR) has other digits for sixteen currencies, and others from
 * one browser to the next.
 */
export const codesByDigits = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
} as const;

/** How many digits the minor unit of a currency has. For a code that is in no list: two, as most have. */
export const currencyDigits = (currency: string): number =>
  codesByDigits[0].includes(currency) ? 0 : codesByDigits[3].includes(currency) ? 3 : 2;
