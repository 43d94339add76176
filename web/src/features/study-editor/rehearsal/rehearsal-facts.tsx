import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Rehearsal } from '../../../../../contracts/runtime/rehearsals';
import { formatNumber } from '../../../lib/intl/format';
import { minutesAndSecondsOf } from './result.rule';
import classes from './rehearsal.module.css';

/**
 * Shows how many records the complete runs of a rehearsal have, and how long these runs take: the
 * median, the smallest and the largest value. It also shows the number of runs in each condition.
 */
export function RehearsalFacts({ rehearsal: { mode, summary } }: { rehearsal: Rehearsal }) {
  const { t } = useTranslation('rehearsals');
  const { records, conditions } = summary;
  // Only a visual rehearsal takes as long as a participant would need. All other modes show the sum
  // of the simulated response times instead.
  const time = mode === 'visual' ? summary.ms : summary.answers_ms;
  const told = (ms: number) => {
    const { minutes, seconds } = minutesAndSecondsOf(ms);
    const values = { minutes, seconds: formatNumber(seconds) };
    return t(minutes > 0 ? 'time' : 'time_short', values);
  };
  const facts = [
    { name: 'records' as const, spread: records, write: formatNumber },
    {
      name: mode === 'visual' ? ('duration' as const) : ('answers' as const),
      spread: time,
      write: told,
    },
  ];
  return (
    <div>
      <dl className={classes.facts}>
        {facts.map(({ name, spread, write }) => (
          <div key={name}>
            <dt>{t(`facts.${name}`)}</dt>
            <dd>
              <span className={classes.number}>{spread ? write(spread.median) : '–'}</span>
              {spread && spread.least !== spread.most && (
                <Text size="sm" c="dimmed">
                  {t('from_to', { least: write(spread.least), most: write(spread.most) })}
                </Text>
              )}
            </dd>
          </div>
        ))}
        {conditions.length > 0 && (
          <div>
            <dt>{t('facts.conditions')}</dt>
            <dd>
              {conditions.map(({ name, runs }) => (
                <div key={name}>
                  {name}: <span className="numbers">{formatNumber(runs)}</span>
                </div>
              ))}
            </dd>
          </div>
        )}
      </dl>
      {mode === 'data-only' && summary.answers_ms && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('answers_text')}
        </Text>
      )}
    </div>
  );
}
