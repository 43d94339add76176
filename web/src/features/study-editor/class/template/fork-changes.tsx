import { Accordion, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ForkDifference } from '../../../../../../contracts/teaching/templates';
import { DifferencePassages } from '../../../../domain/difference/passages';
import { textDifference } from '../../../../domain/difference/text-difference';

/**
 * The differences between a study and its template. The study is compared with the template as it
 * was when the study was made from it.
 */
export function ChangesFromTemplate({ changes }: { changes: readonly ForkDifference[] }) {
  const { t } = useTranslation('class-building');
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {t('template.changed')}
      </Title>
      {changes.length === 0 ? (
        <Text size="sm">{t('template.unchanged')}</Text>
      ) : (
        <Accordion multiple variant="separated" order={4}>
          {changes.map((change, i) => (
            <Accordion.Item key={i} value={String(i)}>
              <Accordion.Control>
                <Text span inherit style={{ overflowWrap: 'anywhere' }}>
                  {[t(`part.${change.part}`), change.place].filter(Boolean).join(' · ')}
                </Text>
              </Accordion.Control>
              <Accordion.Panel>
                <Difference change={change} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Stack>
  );
}

function Difference({ change: { before, after } }: { change: ForkDifference }) {
  const { t, i18n } = useTranslation('class-building');
  const passages = useMemo(
    () => textDifference(before ?? '', after ?? '', i18n.language),
    [before, after, i18n.language],
  );
  return (
    <Stack gap="xs">
      {(before === null || after === null) && (
        <Text size="sm" c="dimmed">
          {t(before === null ? 'template.added' : 'template.removed')}
        </Text>
      )}
      <DifferencePassages passages={passages} lang={undefined} />
    </Stack>
  );
}
