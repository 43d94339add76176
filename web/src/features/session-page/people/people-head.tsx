import { Button, Group, Title } from '@mantine/core';
import { IconTableImport } from '../../../ui/icons/table-import';
import { useTranslation } from 'react-i18next';
import { SaveParticipantList } from './save-people';

/**
 * The heading of the list of participants, with the buttons to save the list as a file and to
 * upload decisions.
 */
export function PeopleHead({
  sessionId,
  decides,
  onFile,
}: {
  sessionId: string;
  decides: boolean;
  onFile: () => void;
}) {
  const { t } = useTranslation('session-page');
  return (
    <Group justify="space-between" align="flex-end" gap="sm">
      <Title order={2} size="h3">
        {t('people.title')}
      </Title>
      {decides && (
        <Group gap="xs">
          <SaveParticipantList sessionId={sessionId} />
          <Button
            variant="default"
            leftSection={<IconTableImport size={18} aria-hidden />}
            onClick={onFile}
          >
            {t('csv.open')}
          </Button>
        </Group>
      )}
    </Group>
  );
}
