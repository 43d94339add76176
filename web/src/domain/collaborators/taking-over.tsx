import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/**
 * Says what changes for a person who accepts to be the new owner of a study.
 * @param stays whether the former owner stays as an editor; null if that is not known
 */
export function StudyTakeoverNotice({ former, stays }: { former: string; stays: boolean | null }) {
  const { t } = useTranslation('collaborators');
  return (
    <List spacing="xs">
      <List.Item>{t('take.answers')}</List.Item>
      <List.Item>{t('take.names')}</List.Item>
      <List.Item>{t('take.launched')}</List.Item>
      <List.Item>{t('offer.no_seat')}</List.Item>
      {stays !== null && (
        <List.Item>{t(stays ? 'take.stays' : 'take.leaves', { name: former })}</List.Item>
      )}
    </List>
  );
}
