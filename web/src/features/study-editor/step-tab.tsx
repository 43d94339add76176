import { Stack, Tabs, Text } from '@mantine/core';
import type { Icon } from '../../ui/icons/icon';
import { IconAlertCircle } from '../../ui/icons/alert-circle';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { IconCircleDashed } from '../../ui/icons/circle-dashed';
import classes from './checklist.module.css';
import type { DraftField } from './draft/draft-values.rule';
import type { DraftState } from './draft/study-draft';

export type StepMark = 'done' | 'open' | 'attention';
/** The state of a part of the editor, as its tab shows it. */
export interface StepState {
  mark: StepMark;
  text: string;
}
const icons = { done: IconCircleCheck, open: IconCircleDashed, attention: IconAlertCircle };

/** Whether one of the fields has an error, or a conflict with the change of a colleague. */
export const needsAttention = (
  { errors, conflicts }: DraftState,
  fields: readonly DraftField[] = [],
): boolean =>
  fields.some(
    (field) =>
      field in conflicts ||
      Object.keys(errors).some((path) => path === field || path.startsWith(`${field}.`)),
  );

/** The tab of one part of the editor, with the state of that part. */
export function StepTab({
  value,
  label,
  mark,
  text,
}: StepState & { value: string; label: string }) {
  const Icon = icons[mark];
  return (
    <Tabs.Tab
      value={value}
      className={classes.step}
      leftSection={<Icon size={22} className={classes[mark]} aria-hidden />}
    >
      <Stack gap={0} align="flex-start">
        <Text component="span" size="sm" fw={600}>
          {label}
        </Text>
        <Text component="span" size="sm" c="dimmed" className={classes.text}>
          {text}
        </Text>
      </Stack>
    </Tabs.Tab>
  );
}

/** The tab of a part of the editor that has no state to show. */
export const PlainTab = ({
  value,
  label,
  icon: Icon,
}: {
  value: string;
  label: string;
  icon: Icon;
}) => (
  <Tabs.Tab value={value} className={classes.step} leftSection={<Icon size={22} aria-hidden />}>
    <Text component="span" size="sm" fw={600}>
      {label}
    </Text>
  </Tabs.Tab>
);
