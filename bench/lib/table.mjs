/**
 * @typedef {object} Line one figure beside its limit from the same run
 * @property {string} what
 * @property {string} measured
 * @property {string} [beside] what it is compared with, and how much that did
 * @property {number} [share] measured / beside
 * @property {string} [aim]
 * @property {boolean} [held]
 */

export const formatPerSecond = (/** @type {number} */ n) =>
  `${Math.round(n).toLocaleString('en')}/s`;
export const formatMs = (/** @type {number} */ n) => `${n < 10 ? n.toFixed(1) : Math.round(n)} ms`;
export const formatCores = (/** @type {number} */ n) => (Number.isNaN(n) ? '–' : n.toFixed(2));

/**
 * Makes a line of the table of results: a measured figure, the limit for comparison, and the figure
 * as a share of the limit.
 * @param {string} what
 * @param {number} measured
 * @param {string} name
 * @param {number} limit
 * @param {number} [aim]
 * @returns {Line}
 */
export const shareOfLimitLine = (what, measured, name, limit, aim) => ({
  what,
  measured: formatPerSecond(measured),
  beside: `${name} ${formatPerSecond(limit)}`,
  share: measured / limit,
  ...(aim !== undefined && { aim: `≥ ${Math.round(aim * 100)} %`, held: measured / limit >= aim }),
});

/**
 * Makes a line of the table of results: a measured time and the limit that it must not exceed.
 * @param {string} what
 * @param {number} measured
 * @param {number} most
 * @param {string} [beside]
 * @returns {Line}
 */
export const timeLimitLine = (what, measured, most, beside) => ({
  what,
  measured: formatMs(measured),
  beside,
  aim: `≤ ${most} ms`,
  held: measured <= most,
});

/** @param {Line[]} lines */
export function printTable(lines) {
  const head = ['', 'measured', 'beside, in the same run', 'of it', 'aim', ''];
  const rows = lines.map((l) => [
    l.what,
    l.measured,
    l.beside ?? '',
    l.share === undefined ? '' : `${Math.round(l.share * 100)} %`,
    l.aim ?? '',
    l.held === undefined ? '' : l.held ? 'held' : 'MISSED',
  ]);
  const widths = head.map((h, i) => Math.max(h.length, ...rows.map((r) => (r[i] ?? '').length)));
  const row = (/** @type {string[]} */ cells) =>
    `| ${cells.map((c, i) => c.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  console.log(
    [row(head), `|${widths.map((w) => '-'.repeat(w + 2)).join('|')}|`, ...rows.map(row)].join('\n'),
  );
}
