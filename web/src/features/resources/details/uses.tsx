import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ResourceUse } from '../../../../../contracts/resources/files';
import { AppLink } from '../../../ui/app-link';
import classes from './details.module.css';

/**
 * Lists the studies that use the file.
 * @param newest the number of the newest version; studies with an older version are marked
 */
export function StudiesUsingFile({
  uses,
  newest,
}: {
  uses: readonly ResourceUse[];
  newest: number;
}) {
  const { t } = useTranslation('resources');
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {t('uses.title')}
      </Title>
      {uses.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('uses.none')}
        </Text>
      ) : (
        <ul className={classes.list}>
          {uses.map(({ study_id, title, path, version }) => (
            <li key={`${study_id} ${path} ${version}`}>
              <AppLink to={`/experiments/details/${study_id}`}>{title}</AppLink>
              <Text size="xs" c="dimmed" component="span">
                {version === newest
                  ? t('uses.newest', { path })
                  : t('uses.older', { path, version })}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
