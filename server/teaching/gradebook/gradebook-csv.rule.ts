import { fullName } from '../../../contracts/base/full-name.rule';
import type { Gradebook } from '../../../contracts/teaching/credits';
import { csvLine } from '../../research-data/csv-json-parquet/text-lines.rule';

const columns = ['name', 'email', 'student_number', 'required', 'earned'];

/** Formats hundredths as a decimal number with a point. */
const decimal = (hundredths: number): string => (hundredths / 100).toFixed(2);

/**
 * Writes the gradebook as CSV for spreadsheets (RFC 4180): with a byte order mark, by which they
 * recognise UTF-8, and with cells that they do not execute as formulas.
 */
export const gradebookCsv = ({ lines }: Gradebook): string =>
  `\ufeff${csvLine(columns, true)}${lines
    .map((line) =>
      csvLine(
        [
          fullName(line),
          line.email,
          line.student_number,
          decimal(line.required),
          decimal(line.earned),
        ],
        true,
      ),
    )
    .join('')}`;
