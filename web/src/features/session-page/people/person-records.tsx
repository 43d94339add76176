import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ParticipationState } from '../../../../../contracts/enrolment/participations';
import type { RunListEntry } from '../../../../../contracts/runtime/runs';
import type { DecisionByRosterTag } from '../../../../../contracts/enrolment/session-insights';
import type { PendingDecision } from '../../../domain/decisions/pending-decisions';
import { PendingDecisionNotice } from '../../../domain/decisions/pending-notice';
import { ParticipationState as StateBadge } from '../../../domain/participations/participation-state';
import { onDemand } from '../../../ui/on-demand';
import type { PeopleEntry, ParticipantRow } from './people.rule';

const RecordsDrawer = onDemand(
  async () => (await import('../records/records.drawer')).RecordsDrawer,
);

interface Props {
  /** The id of the run whose records are shown; null while no records are shown. */
  reading: string | null;
  runs: readonly RunListEntry[];
  /** The participants in the order of the list, so that the buttons can go to the next one. */
  people: readonly ParticipantRow[];
  heldOf: (tag: string) => PendingDecision | undefined;
  /** Returns the decisions that are possible in a state. */
  possible: (state: ParticipationState) => readonly DecisionByRosterTag['decision']['action'][];
  onRead: (run: string | null) => void;
  onDecide: (action: 'approve' | 'reject', entry: PeopleEntry) => void;
}

/**
 * The records of a listed participant, with buttons that decide about the participant or open the
 * records of the next participant.
 */
export function PersonRecords({
  reading,
  runs,
  people,
  heldOf,
  possible,
  onRead,
  onDecide,
}: Props) {
  const { t } = useTranslation('session-page');
  const run = runs.find(({ _id }) => _id === reading);
  if (!run) return null;
  const readable = people.filter((one) => one.run !== undefined);
  const at = readable.findIndex((one) => one.run?._id === reading);
  const person = readable[at];
  const to = (one: ParticipantRow | undefined) => {
    const next = one?.run?._id;
    return next === undefined ? null : () => onRead(next);
  };
  const decisionAbout = (entry: PeopleEntry) => {
    const waiting = heldOf(entry.tag);
    if (waiting) return <PendingDecisionNotice held={waiting} />;
    const open = possible(entry.state).filter(
      (action) => action === 'approve' || action === 'reject',
    );
    return (
      <>
        <StateBadge state={entry.state} />
        {open.map((action) => (
          <Button
            key={action}
            variant={action === 'approve' ? 'filled' : 'default'}
            onClick={() => onDecide(action, entry)}
          >
            {t(`decide.${action}`)}
          </Button>
        ))}
      </>
    );
  };
  const close = () => onRead(null);
  return (
    <RecordsDrawer
      key={run._id}
      run={run}
      onClose={close}
      onMissing={close}
      {...(person && {
        around: { previous: to(readable[at - 1]), next: to(readable[at + 1]) },
        decision: decisionAbout(person.entry),
      })}
    />
  );
}
