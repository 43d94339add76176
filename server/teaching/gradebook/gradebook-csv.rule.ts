import { fullName } from '../../../contracts/base/full-name.rule';
import type { Gradebook } from '../../../contracts/teaching/credits';
import { csvLine } from '../../research-data/csv-json-parquet/text-lines.rule';

const columns = ['name', 'email', 'student_number', 'required', 'earned'];

/** Hundredths as a decimal number with a point. */
const decimal = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** A table for spreadsheets, which show UTF-8 by its byte order mark, and without formulas (RFC 4180). */
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
