import { Avatar, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCachedLiveValue } from '../../lib/live/live-context';
import { type EditorWindow, editorWindowsKey } from '../../lib/live/live-editors';
import { useUser } from '../../lib/auth/user';
import { AppLink } from '../../ui/app-link';
import classes from './who-edits.module.css';

const nobody: EditorWindow[] = [];

/**
 * Shows which other people have the study open for editing now, and whether the reader also has it
 * open in another window.
 */
export function OtherStudyEditors({ studyId }: { studyId: string }) {
  const { t } = useTranslation('study-draft');
  const { user } = useUser();
  const editors = useCachedLiveValue(
    (get) => get<EditorWindow[]>(editorWindowsKey(studyId)) ?? nobody,
  );
  const people = [...new Map(editors.map((one) => [one._id, one])).values()];
  const others = people.filter(({ _id }) => _id !== user?._id);
  const isAlsoMe = others.length < people.length;
  return (
    <Group gap="xs" role="status" className={classes.who}>
      {others.map(({ _id, first_name }) => (
        <Group key={_id} gap={6} wrap="nowrap">
          <Avatar size={24} radius="xl" color="teal" name={first_name} aria-hidden />
          <Text size="sm">{t('edits', { name: first_name })}</Text>
        </Group>
      ))}
      {isAlsoMe && (
        <Text size="sm">
          {t('edits_here_too')}{' '}
          <AppLink to="/experiments" inherit>
            {t('leave_this_one')}
          </AppLink>
        </Text>
      )}
    </Group>
  );
}
