import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeatAvailability } from '../../../../../contracts/live/live';
import type { FairPayRates } from '../../../../../contracts/payments/fair-pay.rule';
import type { SessionCounts, Session } from '../../../../../contracts/enrolment/sessions';
import { overlayLiveSession } from '../../../lib/live/overlay-live-sessions';
import { SessionPayLine } from '../../../domain/payment/session-pay';
import { SessionActions } from '../../../domain/sessions/session-actions';
import { ActiveRunCounts, canWatchRuns } from '../../../domain/sessions/runs-now';
import { SessionFillBar } from '../../../domain/sessions/session-fill';
import { sessionName } from '../../../domain/sessions/session-name';
import { SessionState } from '../../../domain/sessions/session-state';
import { TimeWithZone } from '../../../ui/dates/agreed';
import { countAtLeastInState } from '../announcing/reached.rule';
import classes from './session-tile.module.css';
import { SelectionCheckbox } from './select-box';
import { TileTitle, titleIdOf } from './tile-title';
import { useChangeGlow } from './use-glow';

/** The counts that a tile lists; the taken spots are shown beside the bar. */
const counted = ['started', 'completed', 'waitlisted'] as const;
const quiet = [
  'offered',
  'withdrawn',
  'timed_out',
] as const satisfies readonly (keyof SessionCounts)[];

interface Props {
  session: Session;
  live: SeatAvailability | undefined;
  /**
   * The median duration in minutes; undefined until it is loaded, and if the server sends
   * none because fewer than five people have finished or the median is implausible.
   */
  median: number | undefined;
  rates: readonly FairPayRates[] | undefined;
  /** Whether the Tab key reaches this tile (roving tabindex). */
  reachable: boolean;
  onFocus: (id: string) => void;
  selected: boolean;
  onSelect: (id: string, range: boolean) => void;
}

/**
 * One session with live numbers: the digits change without a layout shift, and a change is
 * highlighted once.
 */
export const SessionTile = memo(function SessionTile({
  session: told,
  live,
  median,
  rates,
  reachable,
  onFocus,
  selected,
  onSelect,
}: Props) {
  const { t } = useTranslation('sessions');
  const session = overlayLiveSession(told, live);
  const { counts, state, version } = session;
  const glow = useChangeGlow(version);
  const tabIndex = reachable ? 0 : -1;
  const asides = quiet
    .filter((key) => counts[key] > 0)
    .map((key) => t(`quiet.${key}`, { count: counts[key] }));
  const when =
    state === 'closed'
      ? null
      : !session.launched_at || state !== 'scheduled'
        ? session.closes_at
        : session.opens_at;
  return (
    <li
      className={classes.tile}
      data-tile={session._id}
      data-state={state}
      data-selected={selected || undefined}
      tabIndex={tabIndex}
      aria-labelledby={titleIdOf(session._id)}
      onFocus={() => onFocus(session._id)}
    >
      {glow !== null && <span key={glow} className={classes.glow} aria-hidden />}
      <div className={classes.head}>
        <div className={classes.state}>
          <SelectionCheckbox
            id={session._id}
            title={session.study_title}
            selected={selected}
            tabIndex={tabIndex}
            onSelect={onSelect}
          />
          <SessionState session={session} />
        </div>
        <span className={classes.when}>
          {state === 'closed' ? (
            t(`closed.${session.close_reason ?? 'manual'}`)
          ) : when ? (
            <>
              {t(state === 'scheduled' && session.launched_at ? 'tile.opens' : 'tile.closes')}{' '}
              <TimeWithZone at={when} />
            </>
          ) : (
            t('tile.no_closing_date')
          )}
        </span>
      </div>
      <TileTitle id={session._id} title={session.study_title} tabIndex={tabIndex} />
      <div className={classes.name}>{sessionName(t, session)}</div>
      <SessionFillBar session={session} />
      <dl className={classes.counts}>
        {counted.map((key) => (
          <div key={key} data-zero={countAtLeastInState(counts, key) === 0 || undefined}>
            <dt title={t(`count.${key}`)}>{t(`count.${key}`)}</dt>
            <dd>{countAtLeastInState(counts, key)}</dd>
          </div>
        ))}
      </dl>
      <SessionPayLine session={session} median={median} rates={rates} tabIndex={tabIndex} />
      {session.runs_here && <ActiveRunCounts id={canWatchRuns(session) ? session._id : null} />}
      <div className={classes.foot}>
        <span className={classes.quiet}>
          {[
            ...asides,
            session.audience !== 'catalogue' && t(`audience.${session.audience}`),
            session.too_few_people && t('too_few_people.short'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <SessionActions session={session} tabIndex={tabIndex} />
      </div>
    </li>
  );
});
