import { attributionPath } from '../../../contracts/study-files/study-names';
import { escapeSpreadsheetFormula } from '../../platform/csv/harmless-cell.rule';

/** A file of a study, with its creator and terms. */
export interface AttributionLine {
  readonly path: string;
  readonly sha256: string;
  readonly licence: string;
  readonly creator: string;
  readonly source: string;
}
const columns = ['path', 'sha256', 'licence', 'creator', 'source'] as const;

/**
 * Writes the attribution list as CSV (RFC 4180) in UTF-8, with a byte order mark so that spreadsheets
 * recognise the encoding. Cells that look like formulas are escaped.
 * @param lines the files of the study; lines with the same file and the same terms are written once
 */
export function attributionCsv(lines: readonly AttributionLine[]): string {
  const rows = lines.map((line) => csvRow(columns.map((column) => line[column])));
  return `\ufeff${csvRow(columns)}${[...new Set(rows)].join('')}`;
}

const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${escapeSpreadsheetFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;

/**
 * Whether an entry of an uploaded archive is an attribution list. It does not belong to the study:
 * this server adds such a list to each download of a version.
 */
export const isAttribution = (path: string): boolean =>
  path === attributionPath || path.endsWith(`/${attributionPath}`);
