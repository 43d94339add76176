import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconArrowDown } from '../../../ui/icons/arrow-down';
import { IconArrowUp } from '../../../ui/icons/arrow-up';
import type { EntrySorting } from '../use-place';
import classes from './list.module.css';

interface Props {
  sort: EntrySorting;
  onSort: (sort: EntrySorting) => void;
  canSort: boolean;
}
const columns = ['name', 'type', 'measure', 'bytes', 'updated_at'] as const;

/** The headings of the table's columns; those by which the list can be sorted are buttons. */
export function ListHeads({ sort, onSort, canSort }: Props) {
  const { t } = useTranslation('resources');
  const isDown = sort.startsWith('-');
  const by = sort.replace('-', '');
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={classes.heads}>
        <span role="columnheader" aria-label={t('column.select')} />
        {columns.map((column) => {
          if (column === 'measure' || !canSort)
            return (
              <span role="columnheader" key={column} className={classes.sort}>
                {t(`column.${column}`)}
              </span>
            );
          const isBy = column === by;
          const next: EntrySorting =
            column === 'type' ? 'type' : isBy && !isDown ? `-${column}` : column;
          const Arrow = isDown ? IconArrowDown : IconArrowUp;
          return (
            <span
              key={column}
              role="columnheader"
              aria-sort={isBy ? (isDown ? 'descending' : 'ascending') : 'none'}
              className={column === 'bytes' ? classes.bytes : undefined}
            >
              <UnstyledButton className={classes.sort} onClick={() => onSort(next)}>
                {t(`column.${column}`)}
                {isBy && <Arrow size={14} aria-hidden />}
              </UnstyledButton>
            </span>
          );
        })}
        <span role="columnheader" aria-label={t('column.actions')} />
      </div>
    </div>
  );
}
