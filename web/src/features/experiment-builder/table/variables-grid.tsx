import { ActionIcon, Button } from '@mantine/core';
import { IconPlus } from '../../../ui/icons/plus';
import { IconX } from '../../../ui/icons/x';
import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timelineLimits } from '../../../../../contracts/timeline/limits';
import type { VariablesTable } from '../../../../../contracts/timeline/timeline';
import { showMessage } from '../../../lib/ui.store';
import { useTableFaultText } from '../../../ui/tables/table-faults';
import { cellTextOf } from './cells.rule';
import {
  isPastedTable,
  pasteIntoTable,
  renameColumn,
  parseTable,
  withCell,
  withColumn,
  withoutColumn,
  withoutRow,
  withRow,
  convertColumns,
} from './edits';
import classes from './table.module.css';

interface Props {
  label: string;
  table: VariablesTable;
  /** If `what` names a cell, the letters that are typed into it form one undo step. */
  onChange: (table: VariablesTable, what?: string) => void;
}
/** The number of rows rendered at first: rendering the inputs of all rows would be slow. */
const few = 60;

/**
 * A table as in a spreadsheet: arrow keys move between cells, and Enter goes to the next line.
 * Pasted cells replace the focused cell and the cells after it. The line with the names of the
 * columns has the index -1.
 */
export function VariablesGrid({ label, table, onChange }: Props) {
  const { t } = useTranslation('builder');
  const [shown, setShown] = useState(few);
  const grid = useRef<HTMLTableElement>(null);
  const { columns, rows } = table;
  const faultText = useTableFaultText();
  /** The column of the cell that was typed into. The cell gets its type when it loses focus. */
  const typedInto = useRef<number | null>(null);
  const leave = (row: number, column: number) => {
    if (typedInto.current !== column) return;
    typedInto.current = null;
    const typed = convertColumns(table, (j) => j === column);
    if (JSON.stringify(typed) !== JSON.stringify(table)) onChange(typed, `cell ${row} ${column}`);
  };
  // The focus moves synchronously, since a key that is pressed in the same animation frame already
  // belongs to the next cell.
  const focus = (row: number, column: number) => {
    const cell = grid.current?.querySelector<HTMLInputElement>(
      `[data-cell="${row},${Math.max(0, column)}"]`,
    );
    cell?.focus();
    cell?.select();
  };
  /** The cell that gets the focus after the next rendering, which creates it. */
  const coming = useRef<[number, number] | null>(null);
  useLayoutEffect(() => {
    if (coming.current) focus(...coming.current);
    coming.current = null;
  });
  const change = (next: VariablesTable, row: number, column: number) => {
    coming.current = [row, column];
    onChange(next);
    if (row >= shown) setShown(row + few);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    const { key, currentTarget, ctrlKey, metaKey, altKey } = event;
    if (altKey) return;
    const { selectionStart, selectionEnd, value } = currentTarget;
    const atStart = selectionStart === 0 && (selectionEnd === 0 || selectionEnd === value.length);
    const atEnd = selectionEnd === value.length && (selectionStart === value.length || atStart);
    let to: [number, number] | null = null;
    if (key === 'ArrowUp') to = [row - 1, column];
    else if (key === 'ArrowDown') to = [row + 1, column];
    else if (key === 'ArrowLeft' && atStart) to = [row, column - 1];
    else if (key === 'ArrowRight' && atEnd) to = [row, column + 1];
    else if (key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (row + 1 >= rows.length && rows.length < timelineLimits.timelineRows)
        return change(withRow(table), row + 1, ctrlKey || metaKey ? column : 0);
      to = [row + 1, column];
    }
    if (!to || to[0] < -1 || to[1] < 0 || to[0] >= rows.length || to[1] >= columns.length) return;
    event.preventDefault();
    focus(...to);
  };
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isPastedTable(text)) return;
    event.preventDefault();
    // A text pasted into an empty table or onto the headings begins with the names of columns.
    const isWhole = row < 0 && column === 0;
    const refuse = (what: string) => showMessage(what, { type: 'error' });
    if (isWhole) {
      const read = parseTable(text);
      const [fault] = 'faults' in read ? read.faults : [];
      if (fault) refuse(faultText(fault));
      if ('table' in read) onChange(read.table);
      return;
    }
    const laid = pasteIntoTable(table, { row: Math.max(0, row), column }, text);
    if (laid) onChange(laid);
    else
      refuse(
        t('table.too_large', {
          rows: timelineLimits.timelineRows,
          columns: timelineLimits.timelineColumns,
        }),
      );
  };
  return (
    <div className={classes.scroll}>
      <table ref={grid} className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th className={classes.number} scope="col">
              <span className={classes.hidden}>{t('table.row')}</span>
            </th>
            {columns.map((name, j) => (
              <th key={j} scope="col">
                <div className={classes.heading}>
                  <ColumnName
                    name={name}
                    place={j}
                    onRename={(wish) => onChange(renameColumn(table, j, wish))}
                    onKeyDown={(event) => press(event, -1, j)}
                    onPaste={(event) => paste(event, -1, j)}
                  />
                  <ActionIcon
                    size={32}
                    variant="subtle"
                    color="gray"
                    aria-label={t('table.remove_column', { name })}
                    onClick={() => change(withoutColumn(table, j), -1, j - 1)}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                </div>
              </th>
            ))}
            <td className={classes.end}>
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<IconPlus size={16} aria-hidden />}
                disabled={columns.length >= timelineLimits.timelineColumns}
                onClick={() => change(withColumn(table, t('table.column')), -1, columns.length)}
              >
                {t('table.add_column')}
              </Button>
            </td>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, i) => (
            <tr key={i}>
              <th scope="row" className={classes.number}>
                {i + 1}
              </th>
              {columns.map((name, j) => (
                <td key={j}>
                  <input
                    className={classes.cell}
                    data-cell={`${i},${j}`}
                    aria-label={t('table.cell', { name, row: i + 1 })}
                    value={cellTextOf(row[j])}
                    maxLength={timelineLimits.timelineText}
                    onChange={({ currentTarget }) => {
                      typedInto.current = j;
                      onChange(withCell(table, i, j, currentTarget.value), `cell ${i} ${j}`);
                    }}
                    onBlur={() => leave(i, j)}
                    onKeyDown={(event) => press(event, i, j)}
                    onPaste={(event) => paste(event, i, j)}
                  />
                </td>
              ))}
              <td className={classes.end}>
                <ActionIcon
                  size={32}
                  variant="subtle"
                  color="gray"
                  aria-label={t('table.remove_row', { row: i + 1 })}
                  onClick={() => change(withoutRow(table, i), Math.min(i, rows.length - 2), 0)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button mt="xs" size="compact-md" variant="default" onClick={() => setShown(shown + 200)}>
          {t('table.more', { count: rows.length - shown })}
        </Button>
      )}
      {rows.length < timelineLimits.timelineRows && (
        <Button
          mt="xs"
          size="compact-md"
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => change(withRow(table), rows.length, 0)}
        >
          {t('table.add_row')}
        </Button>
      )}
    </div>
  );
}

/** The field for the name of a column, which is renamed when the field loses focus. */
function ColumnName(props: {
  name: string;
  place: number;
  onRename: (wish: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste: (event: ClipboardEvent) => void;
}) {
  const { name, place, onRename, onKeyDown, onPaste } = props;
  const { t } = useTranslation('builder');
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      className={`${classes.cell} ${classes.name}`}
      data-cell={`-1,${place}`}
      aria-label={t('table.column_name', { number: place + 1 })}
      value={typed ?? name}
      maxLength={timelineLimits.timelineKey}
      spellCheck={false}
      autoCapitalize="off"
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        if (typed !== null) onRename(typed);
        setTyped(null);
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}
