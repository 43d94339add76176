import { Text } from '@mantine/core';
import { paymentsLimits } from '../../../../../contracts/payments/limits';
import classes from './receipt-paper.module.css';

export interface ReceiptLineColumn<Line> {
  name: string;
  cell: (line: Line) => string;
}

/**
 * Shows the first lines of a receipt; the files that the person can save contain all lines.
 * @param more says how many lines are left out, and where they are
 */
export function ReceiptLineTable<Line>({
  label,
  lines,
  columns,
  more,
}: {
  label: string;
  lines: readonly Line[];
  columns: readonly ReceiptLineColumn<Line>[];
  more: (count: number) => string;
}) {
  const shown = lines.slice(0, paymentsLimits.receiptLinesShown);
  const left = lines.length - shown.length;
  return (
    <>
      <table className={classes.log} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((line, n) => (
            // The index is the key: the lines never change, and two of them may be equal.
            <tr key={n}>
              {columns.map(({ name, cell }) => (
                <td key={name} data-label={name}>
                  {cell(line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <Text size="sm">{more(left)}</Text>}
    </>
  );
}
