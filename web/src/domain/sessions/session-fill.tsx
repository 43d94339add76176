import { Group, Progress, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../contracts/sessions';
import { takenOf } from './seats-taken.rule';

/** A bar with the count beside it: `37 / 50`. The digits change without a layout shift. */
export function SessionFill({
  session,
  size = 'md',
}: {
  session: Pick<Session, 'counts' | 'capacity'>;
  size?: 'sm' | 'md';
}) {
  const { t } = useTranslation('sessions');
  const taken = takenOf(session);
  const { capacity, counts } = session;
  const part = (n: number) => Math.min(100, (n / capacity) * 100);
  return (
    <Group gap="sm" wrap="nowrap" align="center">
      <Progress.Root size={size === 'md' ? 10 : 8} radius="xl" flex={1} aria-hidden>
        <Progress.Section value={part(counts.completed + counts.started)} color="teal.7" />
        <Progress.Section value={part(counts.enrolled + counts.offered)} color="teal.4" />
      </Progress.Root>
      <Text
        component="span"
        className="numbers"
        fw={650}
        size={size === 'md' ? 'lg' : 'sm'}
        lh={1}
        ta="right"
        miw={`${String(capacity).length * 2 + 2.5}ch`}
        style={{ whiteSpace: 'nowrap' }}
        aria-hidden
      >
        {taken}{' '}
        <Text span c="dimmed" inherit fw={400}>
          / {capacity}
        </Text>
      </Text>
      <VisuallyHidden>{t('fill.spoken', { taken, capacity })}</VisuallyHidden>
    </Group>
  );
}
