/** The amounts of data of a full year, which the option `--share` scales down. */
const FULL = {
  accounts: 50_000,
  studies: 5_150,
  signIns: 10_000_000,
  failedSignIns: 10_000_000,
  networks: 5_000,
  resets: 50_000,
  exports: 5_000,
};
/**
 * How many participants a session has. A full year has about 10,000 sessions (two for each study),
 * and therefore about 10^6 enrolments.
 */
export const SEATS_PER_SESSION = 100;
export const RECRUITING_DAYS = 14;
/** One account in this many is the account of a researcher. */
export const ACCOUNTS_PER_RESEARCHER = 100;
/** The share of studies that belong to the first researcher, who has the longest dashboard. */
export const FIRST_RESEARCHER_STUDY_SHARE = 0.04;

const DAY = 86_400_000;

/**
 * @typedef {ReturnType<typeof planSimulatedYear>} Year
 * @typedef {{ from: Date, to: Date, nth: number }} Month a twelfth of the year
 */

/**
 * Returns the amounts of data for the year that ends now, and its twelve months.
 * @param {number} share @param {number} seed
 */
export function planSimulatedYear(share, seed) {
  const of = (/** @type {number} */ full) => Math.max(12, Math.round(full * share));
  const end = new Date();
  const begin = new Date(end.getTime() - 365 * DAY);
  const edge = (/** @type {number} */ nth) => new Date(begin.getTime() + (nth * 365 * DAY) / 12);
  return {
    seed,
    begin,
    end,
    accounts: Math.max(1_000, of(FULL.accounts)),
    studies: of(FULL.studies),
    signIns: of(FULL.signIns),
    failedSignIns: of(FULL.failedSignIns),
    networks: of(FULL.networks),
    resets: of(FULL.resets),
    exports: of(FULL.exports),
    months: Array.from({ length: 12 }, (_, nth) => ({ from: edge(nth), to: edge(nth + 1), nth })),
  };
}

/**
 * SQL for a number from 0 to 1 that depends only on an integer and the seed, so that the same seed
 * gives the same data.
 * @param {Year} year
 * @param {string} n
 * @param {number} [salt]
 */
export const randomSql = ({ seed }, n, salt = 0) =>
  `((hashint8extended((${n})::bigint, ${seed * 1_000 + salt}) & 2147483647) / 2147483648.0::float8)`;

/** SQL for an id that sorts by time (UUIDv7), as the product makes its ids. @param {string} at */
export const uuidFromTimeSql = (at) => `uuidv7((${at}) - clock_timestamp())`;

/** SQL that truncates a time to milliseconds, the precision of the product. @param {string} at */
export const truncateToMsSql = (at) => `date_trunc('milliseconds', ${at})`;
