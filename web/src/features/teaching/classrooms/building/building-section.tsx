import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Classroom } from '../../../../../../contracts/teaching/classrooms';
import { BuildingDialog } from './building.dialog';

/**
 * Whether the students of a classroom may build studies, with the button by which its instructors
 * change that.
 */
export function BuildingSection({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation('classroom-studies');
  const [editing, dialog] = useDisclosure();
  const { students_build, role, state } = classroom;
  return (
    <Stack gap="sm" component="section" aria-labelledby="classroom-building">
      <Title order={2} size="h3" id="classroom-building">
        {t('building.title')}
      </Title>
      <Text className="measure">{t(students_build ? 'building.on' : 'building.off')}</Text>
      {role === 'instructor' && state !== 'archived' && (
        <Group>
          <Button variant="default" onClick={dialog.open}>
            {t('building.change')}
          </Button>
        </Group>
      )}
      {editing && <BuildingDialog classroom={classroom} onClose={dialog.close} />}
    </Stack>
  );
}
