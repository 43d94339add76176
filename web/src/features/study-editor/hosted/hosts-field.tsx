import { Button, Group, Stack, TagsInput, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { studyFilesLimits } from '../../../../../contracts/study-files/limits';
import { formatList } from '../../../lib/intl/format';
import { blockedHosts } from '../../../domain/study-files/hosted.rule';

interface Props {
  /** The hosts from which the version loads or to which it sends, according to its report. */
  named: readonly string[];
  value: string[];
  onChange: (value: string[]) => void;
}

/**
 * The field for the hosts that a study may reach. It also lists blocked hosts that occur in the
 * study's files.
 */
export function HostsField({ named, value, onChange }: Props) {
  const { t } = useTranslation('hosted-study');
  const blocked = blockedHosts(named, value);
  return (
    <Stack gap="xs">
      <TagsInput
        label={t('hosts.label')}
        description={t('hosts.hint')}
        placeholder="https://"
        maxTags={studyFilesLimits.studyHosts}
        data={[...named]}
        value={value}
        onChange={onChange}
      />
      {blocked.length > 0 && (
        <Group gap="sm" role="status">
          <Text size="sm" flex="1 1 20rem">
            {t('hosts.blocked', { count: blocked.length, hosts: formatList(blocked) })}
          </Text>
          <Button
            variant="default"
            onClick={() => onChange([...value, ...blocked].slice(0, studyFilesLimits.studyHosts))}
          >
            {t('hosts.allow', { count: blocked.length })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
