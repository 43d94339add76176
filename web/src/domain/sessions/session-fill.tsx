import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { takenSeatsOf } from './seats-taken.rule';
import classes from './session-fill.module.css';

/**
 * A bar of the taken spots, with the count beside it: `37 / 50`. The width of the digits never
 * changes. The bar consists of plain elements, since on a dashboard hundreds of bars change each
 * second (docs/performance.md).
 */
export function SessionFillBar({
  session,
  size = 'md',
}: {
  session: Pick<Session, 'counts' | 'capacity'>;
  size?: 'sm' | 'md';
}) {
  const { t } = useTranslation('sessions');
  const taken = takenSeatsOf(session);
  const { capacity, counts } = session;
  const width = (n: number) => ({ width: `${Math.min(100, (n / capacity) * 100)}%` });
  return (
    <div className={classes.fill} data-size={size}>
      <div className={classes.bar} aria-hidden>
        <div className={classes.part} style={width(counts.completed + counts.started)} />
        <div
          className={classes.part}
          data-part="held"
          style={width(counts.enrolled + counts.offered)}
        />
      </div>
      <span
        className={`numbers ${classes.count}`}
        style={{ minWidth: `${String(capacity).length * 2 + 2.5}ch` }}
        aria-hidden
      >
        {taken} <span className={classes.of}>/ {capacity}</span>
      </span>
      <VisuallyHidden>{t('fill.spoken', { taken, capacity })}</VisuallyHidden>
    </div>
  );
}
