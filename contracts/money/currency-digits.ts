/**
 * The currencies that do not have two decimal digits, by their number of digits (ISO 4217:
 * exponent). `Intl`, which follows CLDR, has different numbers for sixteen currencies, and they
 * vary between browsers.
 */
export const currencyCodesByDigits = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
} as const;

/**
 * The number of decimal digits of a currency. For an unknown code it is two, as for most
 * currencies.
 */
export const currencyDigits = (currency: string): number =>
  currencyCodesByDigits[0].includes(currency)
    ? 0
    : currencyCodesByDigits[3].includes(currency)
      ? 3
      : 2;
