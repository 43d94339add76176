import { currencyCodesByDigits } from './currency-digits';

/**
 * The currencies of ISO 4217 in which people are paid (list one, amendments up to January 2026),
 * without metals, funds, test codes and withdrawn currencies. The ones listed here have two decimal
 * digits; all others are in currency-digits.ts.
 */
const withTwoDigits =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD ' +
  'CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD ' +
  'GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL ' +
  'MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN ' +
  'PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP ' +
  'SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG';

export const currencies: ReadonlySet<string> = new Set(
  [withTwoDigits, ...Object.values(currencyCodesByDigits)].flatMap((codes) => codes.split(' ')),
);

/** The currencies that an installation offers unless `CURRENCIES` says otherwise; the first one is preselected. */
export const defaultCurrencies: readonly string[] = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'AUD',
  'BRL',
  'CAD',
  'CNY',
  'CZK',
  'DKK',
  'HUF',
  'JPY',
  'KRW',
  'NOK',
  'PLN',
  'SEK',
  'TRY',
];
