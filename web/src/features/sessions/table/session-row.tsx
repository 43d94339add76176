import { Text } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SeatAvailability } from '../../../../../contracts/live/live';
import type { FairPayRates } from '../../../../../contracts/payments/fair-pay.rule';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { SessionPayLine } from '../../../domain/payment/session-pay';
import { SessionActions } from '../../../domain/sessions/session-actions';
import { ActiveRunCounts, canWatchRuns } from '../../../domain/sessions/runs-now';
import { SessionFillBar } from '../../../domain/sessions/session-fill';
import { sessionName } from '../../../domain/sessions/session-name';
import { SessionState } from '../../../domain/sessions/session-state';
import { overlayLiveSession } from '../../../lib/live/overlay-live-sessions';
import { TimeWithZone } from '../../../ui/dates/agreed';
import {
  isHiddenInNarrowTable,
  countColumns,
  countAtLeastInState,
} from '../announcing/reached.rule';
import classes from './sessions-table.module.css';
import { SelectionCheckbox } from '../tiles/select-box';
import { useChangeGlow } from '../tiles/use-glow';

interface Props {
  session: Session;
  live: SeatAvailability | undefined;
  /**
   * The median duration in minutes; undefined until it is loaded, and if the server sends
   * none because fewer than five people have finished or the median is implausible.
   */
  median: number | undefined;
  rates: readonly FairPayRates[] | undefined;
  /** Whether the Tab key reaches this row (roving tabindex). */
  reachable: boolean;
  selected: boolean;
  onFocus: (id: string) => void;
  onSelect: (id: string, range: boolean) => void;
}

/** A session as a row of the table. It re-renders only for its own live numbers. */
export const SessionRow = memo(function SessionRow({
  session: told,
  live,
  median,
  rates,
  reachable,
  selected,
  onFocus,
  onSelect,
}: Props) {
  const { t } = useTranslation('sessions');
  const session = overlayLiveSession(told, live);
  const { _id, counts, state, version, closes_at } = session;
  const glow = useChangeGlow(version);
  const tabIndex = reachable ? 0 : -1;
  return (
    <tr
      role="row"
      data-tile={_id}
      data-state={state}
      aria-selected={selected}
      tabIndex={tabIndex}
      aria-labelledby={`row-${_id}`}
      onFocus={() => onFocus(_id)}
    >
      <td role="gridcell" className={classes.check}>
        <SelectionCheckbox
          id={_id}
          title={session.study_title}
          selected={selected}
          tabIndex={tabIndex}
          onSelect={onSelect}
        />
      </td>
      <td role="gridcell" className={classes.study} id={`row-${_id}`}>
        <Link to={`/sessions/${_id}`} tabIndex={tabIndex} title={session.study_title}>
          {session.study_title}
        </Link>
        <div className={classes.under}>
          <Text size="xs" c="dimmed" truncate>
            {sessionName(t, session)}
          </Text>
          {session.runs_here && <ActiveRunCounts id={canWatchRuns(session) ? _id : null} compact />}
        </div>
        <SessionPayLine
          session={session}
          median={median}
          rates={rates}
          tabIndex={tabIndex}
          compact
        />
      </td>
      <td role="gridcell" className={classes.state}>
        <SessionState session={session} />
      </td>
      <td role="gridcell" className={classes.seats}>
        {/* Each change gets a new key, which restarts the animation of the glow. */}
        <div
          key={glow}
          className={glow === null ? undefined : classes.changed}
          data-glow={glow === null ? undefined : true}
        >
          <SessionFillBar session={session} size="sm" />
        </div>
      </td>
      {countColumns.map((key) => (
        <td
          key={key}
          role="gridcell"
          className={classes.number}
          data-extra={isHiddenInNarrowTable(key) || undefined}
          data-zero={countAtLeastInState(counts, key) === 0 || undefined}
        >
          {countAtLeastInState(counts, key)}
        </td>
      ))}
      <td role="gridcell" className={classes.closes} data-extra>
        {state !== 'closed' && closes_at ? <TimeWithZone at={closes_at} /> : '–'}
      </td>
      <td role="gridcell" className={classes.actions}>
        <SessionActions session={session} tabIndex={tabIndex} compact />
      </td>
    </tr>
  );
});
