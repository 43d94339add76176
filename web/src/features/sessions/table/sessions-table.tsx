import { Checkbox } from '@mantine/core';
import { type HTMLAttributes, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { FairPayRates } from '../../../../../contracts/payments/fair-pay.rule';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import type { LiveSessions } from '../../../lib/live/overlay-live-sessions';
import { isHiddenInNarrowTable, countColumns } from '../announcing/reached.rule';
import { SessionRow } from './session-row';
import classes from './sessions-table.module.css';
import { SortedHeader } from './sorted-header';
import type { SessionOrder } from './sort-and-filter';

interface Props {
  shown: readonly Session[];
  live: LiveSessions;
  medians: ReadonlyMap<string, number>;
  rates: readonly FairPayRates[] | undefined;
  list: RefObject<HTMLElement | null>;
  listProps: HTMLAttributes<HTMLElement>;
  /** The id of the text that explains the keys. */
  describedBy: string;
  order: SessionOrder;
  onSort: (order: SessionOrder) => void;
  isSelected: (id: string) => boolean;
  /** How many of the shown sessions are selected. */
  selected: number;
  onSelectAll: (all: boolean) => void;
  reachable: string | undefined;
  onFocus: (id: string) => void;
  onSelect: (id: string, range: boolean) => void;
}

/**
 * Shows the same sessions as the tiles, but one row each, for researchers who compare many. The
 * roles are set explicitly: on a phone, CSS shows the rows as blocks, and browsers then no longer
 * report the roles of a table to screen readers.
 */
export function SessionsTable({
  shown,
  live,
  medians,
  rates,
  list,
  listProps,
  describedBy,
  order,
  onSort,
  isSelected,
  selected,
  onSelectAll,
  ...row
}: Props) {
  const { t } = useTranslation('sessions');
  const sorted = { order, onSort };
  return (
    <table
      className={classes.table}
      role="grid"
      aria-label={t('dashboard.list')}
      aria-describedby={describedBy}
      aria-multiselectable
    >
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" className={classes.check}>
            <Checkbox
              checked={selected > 0 && selected === shown.length}
              indeterminate={selected > 0 && selected < shown.length}
              onChange={({ currentTarget }) => onSelectAll(currentTarget.checked)}
              aria-label={t('select.every')}
            />
          </th>
          <SortedHeader {...sorted} by="title" name={t('table.study')} />
          <SortedHeader {...sorted} by="state" name={t('filter.state')} className={classes.state} />
          <SortedHeader
            {...sorted}
            by="fullest"
            name={t('table.seats')}
            className={classes.seats}
            isMostFirst
          />
          {countColumns.map((key) => (
            <SortedHeader
              key={key}
              {...sorted}
              by={key}
              name={t(`count.${key}`)}
              className={classes.number}
              isExtra={isHiddenInNarrowTable(key)}
              isMostFirst
            />
          ))}
          <SortedHeader
            {...sorted}
            by="closing"
            name={t('tile.closes')}
            className={classes.closes}
            isExtra
          />
          <th role="columnheader" className={classes.actions} aria-label={t('table.actions')} />
        </tr>
      </thead>
      <tbody role="rowgroup" ref={list as RefObject<HTMLTableSectionElement | null>} {...listProps}>
        {shown.map((session) => (
          <SessionRow
            key={session._id}
            session={session}
            live={live[session._id]}
            median={medians.get(session._id)}
            rates={rates}
            reachable={session._id === row.reachable}
            selected={isSelected(session._id)}
            onFocus={row.onFocus}
            onSelect={row.onSelect}
          />
        ))}
      </tbody>
    </table>
  );
}
