import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/intl/format';
import classes from './people.module.css';
import type { ParticipantFlag } from './flags.rule';

/** Shows a participant's minutes, with a bar whose middle marks the median. */
export function MinutesCell({
  minutes,
  median,
}: {
  minutes: number | null;
  median: number | null;
}) {
  const { t } = useTranslation('session-page');
  if (minutes === null) return '–';
  return (
    <span className={classes.minutes}>
      <span className="numbers">{t('figure.min', { number: formatNumber(minutes) })}</span>
      {median !== null && median > 0 && (
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" className={classes.strip} aria-hidden>
          <rect y="2" width="100" height="6" className={classes.track} />
          <rect
            y="2"
            width={Math.min(100, (minutes / median) * 50)}
            height="6"
            className={classes.took}
          />
          <line x1="50" x2="50" y1="0" y2="10" className={classes.median} />
        </svg>
      )}
    </span>
  );
}

const colours: Readonly<Record<ParticipantFlag['kind'], string>> = {
  errors: 'red',
  missing_files: 'red',
  lost: 'orange',
  no_data: 'orange',
  none: 'red',
  few: 'orange',
  fast: 'gray',
  stalled: 'gray',
  focus_lost: 'gray',
};

export function FlagsCell({ flags }: { flags: readonly ParticipantFlag[] }) {
  const { t } = useTranslation('session-page');
  if (flags.length === 0) return null;
  return (
    <Group gap={4}>
      {flags.map((flag) => (
        <Badge key={flag.kind} color={colours[flag.kind]} variant="light">
          {'count' in flag ? t(`runs.${flag.kind}`, { count: flag.count }) : t(`runs.${flag.kind}`)}
        </Badge>
      ))}
    </Group>
  );
}
