/**
 * The currencies that do not have two decimal digits, by their number of digits (ISO 4217:
 * exponent). `Intl` is not used, since it follows CLDR: for sixteen currencies, CLDR has other
 * numbers than ISO 4217. The numbers of `Intl` also differ between browsers.
 */
export const currencyCodesByDigits = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
} as const;

/**
 * Returns the number of decimal digits of a currency; two for an unknown code, as for most
 * currencies.
 */
export const currencyDigits = (currency: string): number =>
  currencyCodesByDigits[0].includes(currency)
    ? 0
    : currencyCodesByDigits[3].includes(currency)
      ? 3
      : 2;
