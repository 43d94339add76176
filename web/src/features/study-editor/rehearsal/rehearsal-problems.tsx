import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Rehearsal } from '../../../../../contracts/runtime/rehearsals';
import { unfinishedRunsOf } from './result.rule';
import classes from './rehearsal.module.css';

/** The problems of a rehearsal, or the statement that there were none. */
export function RehearsalProblems({ rehearsal }: { rehearsal: Rehearsal }) {
  const { t } = useTranslation('rehearsals');
  const { summary, runs } = rehearsal;
  const lines = [
    ...summary.errors.map(({ message, file, line, runs: count }) => {
      const where = file === null ? '' : line === null ? ` (${file})` : ` (${file}:${line})`;
      return t('problem.error', { message: message + where, count });
    }),
    ...summary.not_simulated.map(({ plugin, runs: count }) =>
      t('problem.not_simulated', { plugin, count }),
    ),
    ...summary.passed_pages.map(({ page, runs: count }) =>
      t('problem.passed_page', { page, count }),
    ),
    ...(summary.lost > 0 ? [t('problem.lost', { count: summary.lost })] : []),
    ...unfinishedRunsOf(rehearsal).map(({ number, outcome, stuck_at }) =>
      outcome === 'stalled' && stuck_at === null
        ? t('problem.no_jspsych', { number })
        : t(`problem.${outcome}`, { number, plugin: stuck_at ?? '' }),
    ),
  ];
  if (runs.length === 0) return <Text size="sm">{t('nobody')}</Text>;
  if (lines.length === 0) return <Text size="sm">{t('no_problem')}</Text>;
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('problems')}
      </Text>
      <ul className={classes.list}>
        {lines.map((line, i) => (
          <li key={`${i} ${line}`}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
