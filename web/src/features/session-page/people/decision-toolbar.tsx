import { Button, Checkbox, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../../contracts/base/fields';
import type { DecisionByRosterTag } from '../../../../../contracts/enrolment/session-insights';
import type { PendingDecision } from '../../../domain/decisions/pending-decisions';
import {
  PendingDecisionsNotice,
  labelWithRewardSum,
} from '../../../domain/decisions/pending-notice';
import type { PeopleEntry } from './people.rule';

type Action = DecisionByRosterTag['decision']['action'];
const actions = [
  'conclude',
  'approve',
  'reject',
  'screen-out',
  'no-show',
  'nullify',
  'overturn',
] as const;

/** Shows the actions for the selected participants, and the decisions that can still be undone. */
export function DecisionToolbar({
  reward,
  selectable,
  selected,
  clean,
  held,
  able,
  onChooseAll,
  onApproveClean,
  onDecide,
}: {
  /**
   * The reward of one participation. The button that approves several participations shows the sum.
   */
  reward: Money | null;
  selectable: readonly PeopleEntry[];
  selected: readonly PeopleEntry[];
  /**
   * The number of participants who await a decision, whose data are stored, and who have no flag.
   */
  clean: number;
  held: readonly PendingDecision[];
  /** The number of selected participants for whom an action is possible. */
  able: (action: Action) => number;
  onChooseAll: () => void;
  onApproveClean: () => void;
  onDecide: (action: Action) => void;
}) {
  const { t } = useTranslation('session-page');
  return (
    <Group gap="xs" role="toolbar" aria-label={t('people.toolbar')}>
      <Checkbox
        label={t('people.choose_all')}
        checked={selectable.length > 0 && selected.length === selectable.length}
        indeterminate={selected.length > 0 && selected.length < selectable.length}
        onChange={onChooseAll}
        disabled={selectable.length === 0}
      />
      {clean > 0 && selected.length === 0 && (
        <Button size="compact-md" onClick={onApproveClean}>
          {labelWithRewardSum(t('people.approve_clean', { count: clean }), reward, clean)}
        </Button>
      )}
      {actions
        .filter((action) => able(action) > 0)
        .map((action) => (
          <Button
            key={action}
            size="compact-md"
            variant={action === 'approve' ? 'filled' : 'default'}
            onClick={() => onDecide(action)}
          >
            {labelWithRewardSum(
              t(`decide.on.${action}`, { count: able(action) }),
              action === 'approve' ? reward : null,
              able(action),
            )}
          </Button>
        ))}
      {held.map((one) => (
        <PendingDecisionsNotice key={one.id} held={one} reward={reward} />
      ))}
    </Group>
  );
}
