import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { slotSkipReasons, type AddedSlots } from '../../../../contracts/slots/slot-plans';

const shown = 10;
const spaced = (wall: string) => wall.replace('T', ' ');

/**
 * Shown after slots were added from a pattern: says how many were added, and at which times no slot
 * was made, with the reasons.
 */
export function AddedSlotsNotice({ added, onClose }: { added: AddedSlots; onClose: () => void }) {
  const { t } = useTranslation(['slots', 'common']);
  const times = (walls: readonly string[]) =>
    walls.slice(0, shown).map(spaced).join(', ') + (walls.length > shown ? ', …' : '');
  const skipped = slotSkipReasons
    .map((reason) => ({
      reason,
      walls: added.skipped.filter((one) => one.reason === reason).map((one) => one.starts),
    }))
    .filter(({ walls }) => walls.length > 0);
  return (
    <Stack gap="md">
      <Text fw={600} role="status">
        {t('slots:new.added', { count: added.added })}
      </Text>
      <List spacing="xs" className="numbers">
        {skipped.map(({ reason, walls }) => (
          <List.Item key={reason}>
            {t(`slots:skipped.${reason}`, { count: walls.length })} {times(walls)}
          </List.Item>
        ))}
        {added.twice.length > 0 && (
          <List.Item>
            {t('slots:skipped.twice')} {times(added.twice)}
          </List.Item>
        )}
      </List>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('common:action.close')}
        </Button>
      </Group>
    </Stack>
  );
}
