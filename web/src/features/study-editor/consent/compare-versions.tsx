import { Button, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconGitCompare } from '../../../ui/icons/git-compare';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsentVersion } from '../../../../../contracts/studies/consents';
import { BusyPage } from '../../../ui/loading/loading';
import { LazyVersionComparison } from './on-demand';

/** Opens the comparison of two versions. */
export function CompareVersions(props: {
  studyId: string;
  versions: ConsentVersion[];
  older: (() => void) | undefined;
}) {
  const { t } = useTranslation('consent-versions');
  const [isOpen, { toggle, close }] = useDisclosure();
  const id = useId();
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Title order={2} size="h3">
          {t('heading')}
        </Title>
        <Text size="sm" className="measure">
          {t('lead')}
        </Text>
      </Stack>
      <div>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls={id}
          leftSection={<IconGitCompare size={18} aria-hidden />}
          onClick={toggle}
        >
          {t(isOpen ? 'close' : 'compare')}
        </Button>
      </div>
      <div id={id}>
        {isOpen && (
          <LazyVersionComparison
            {...props}
            waiting={<BusyPage height="8rem" />}
            onMissing={close}
          />
        )}
      </div>
    </Stack>
  );
}
