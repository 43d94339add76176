import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { RunListEntry } from '../../../../../contracts/runtime/runs';
import { ParticipationState as StateBadge } from '../../../domain/participations/participation-state';
import { formatMoment, formatNumber, formatShortDay } from '../../../lib/intl/format';
import { AppLink } from '../../../ui/app-link';
import type { StackingTableColumn } from '../../../ui/stacking-table';
import type { PendingDecision } from '../../../domain/decisions/pending-decisions';
import { PendingDecisionNotice } from '../../../domain/decisions/pending-notice';
import { FlagsCell, MinutesCell } from './people-cells';
import type { ParticipantRow } from './people.rule';
import { possibleDecisions } from './possible-decisions.rule';
import { fullName } from '../../../../../contracts/base/full-name.rule';
import { readableEmail } from '../../../lib/intl/shown-email';

interface Given {
  sessionId: string;
  /** All listed participants. A column that would be empty for all of them is left out. */
  people: readonly ParticipantRow[];
  /** Whether the reader may decide about participations and write to participants. */
  mayRun: boolean;
  /** The median of the minutes; null if it may not be shown. */
  median: number | null;
  isChosen: (tag: string) => boolean;
  heldOf: (tag: string) => PendingDecision | undefined;
  onToggle: (tag: string) => void;
  onRead: (run: RunListEntry) => void;
}

/**
 * Returns the columns of the list of participants. They show only what the researcher may see in
 * this session.
 */
export function peopleColumns(
  t: TFunction<['session-page', 'participation', 'common']>,
  { sessionId, people, mayRun, median, isChosen, heldOf, onToggle, onRead }: Given,
): StackingTableColumn<ParticipantRow>[] {
  const hasMinutes = people.some(({ entry }) => entry.minutes !== null);
  const hasFlags = people.some(({ flags }) => flags.length > 0);
  const hasRuns = people.some(({ run }) => run !== undefined);
  const columns: (StackingTableColumn<ParticipantRow> | false)[] = [
    {
      name: 'tag',
      label: t('session-page:people.tag'),
      kind: 'heading',
      cell: (person) => {
        const { tag, state } = person.entry;
        return mayRun ? (
          <Checkbox
            label={<Who {...person} />}
            checked={isChosen(tag)}
            onChange={() => onToggle(tag)}
            disabled={possibleDecisions(state).length === 0 || heldOf(tag) !== undefined}
          />
        ) : (
          <Who {...person} />
        );
      },
    },
    {
      name: 'state',
      label: t('session-page:people.state'),
      cell: ({ entry: { tag, state } }) => {
        const waiting = heldOf(tag);
        return waiting ? <PendingDecisionNotice held={waiting} /> : <StateBadge state={state} />;
      },
    },
    hasMinutes && {
      name: 'minutes',
      label: t('session-page:people.minutes'),
      cell: ({ entry: { minutes } }) => <MinutesCell minutes={minutes} median={median} />,
    },
    hasFlags && {
      name: 'flags',
      label: t('session-page:people.flags'),
      cell: ({ flags }) => <FlagsCell flags={flags} />,
    },
    hasRuns && {
      name: 'records',
      label: t('session-page:runs.records'),
      kind: 'numbers',
      cell: ({ run }) => (run ? formatNumber(run.records) : '–'),
    },
    hasRuns && {
      name: 'with',
      label: t('session-page:runs.with'),
      extra: true,
      cell: ({ run }) =>
        run?.environment
          ? [
              t(`session-page:runs.device.${run.environment.device}`),
              t(`session-page:runs.browser.${run.environment.browser}`),
            ].join(', ')
          : '–',
    },
    {
      name: 'since',
      label: t('session-page:people.since'),
      cell: ({ entry: { day, since } }) =>
        since ? formatMoment(since) : formatShortDay(new Date(`${day}T12:00:00`)),
    },
    mayRun && {
      name: 'actions',
      label: t('session-page:people.more_of_one'),
      kind: 'actions',
      cell: ({ entry: { tag, entry }, run }) => (
        <Group gap="sm" justify="flex-end" wrap="nowrap">
          {run && (
            <Button
              variant="default"
              size="xs"
              onClick={() => onRead(run)}
              aria-label={t('session-page:records.read_one', {
                tag: tag.slice(0, 6),
                number: run.attempt,
              })}
            >
              {t('session-page:records.read')}
            </Button>
          )}
          <AppLink
            to={`/sessions/${sessionId}/messages/${entry}`}
            size="sm"
            aria-label={t('session-page:people.write_to', { tag: tag.slice(0, 6) })}
          >
            {t('session-page:people.write')}
          </AppLink>
        </Group>
      ),
    },
  ];
  return columns.filter((one) => one !== false);
}

/** Shows a participant's code, and the name if the researcher may see it. */
function Who({ entry: { tag, email, ...names }, run }: ParticipantRow) {
  const { t } = useTranslation('session-page');
  return (
    <>
      <code title={tag}>{tag.slice(0, 6)}</code>
      {run && run.attempt > 1 && (
        <Text size="sm" component="span" ml="xs" c="dimmed">
          {t('runs.attempt', { number: run.attempt })}
        </Text>
      )}
      {email && (
        <Text size="sm" component="span" ml="xs">
          {fullName(names)} · {readableEmail(email)}
        </Text>
      )}
    </>
  );
}
