import { Group, NativeSelect, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  type ExportFormatChoice,
  exportFormatsByKind,
  exportFormatKindOf,
  exportFormatKinds,
} from './format.rule';
import classes from './data.module.css';

interface Props {
  value: ExportFormatChoice;
  onChange: (choice: ExportFormatChoice) => void;
}

/** The choice among three kinds of archives, with a list of formats where a kind has several. */
export function FormatField({ value, onChange }: Props) {
  const { t } = useTranslation('hosted-study');
  const kind = exportFormatKindOf(value);
  const formats = exportFormatsByKind[kind];
  return (
    <Stack gap="sm" w="100%">
      <Radio.Group
        label={t('data.format')}
        value={kind}
        onChange={(next) => {
          const chosen = exportFormatKinds.find((one) => one === next);
          if (chosen && chosen !== kind) onChange(exportFormatsByKind[chosen][0]);
        }}
      >
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" mt="xs">
          {exportFormatKinds.map((one) => (
            <Radio.Card
              key={one}
              value={one}
              aria-label={t(`data.kinds.${one}`)}
              className={classes.kind}
            >
              <Group wrap="nowrap" align="flex-start" gap="sm">
                <Radio.Indicator mt={2} />
                <div>
                  <Text fw={600}>{t(`data.kinds.${one}`)}</Text>
                  <Text size="sm" c="dimmed">
                    {t(`data.kind_text.${one}`)}
                  </Text>
                </div>
              </Group>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      {kind !== 'everything' ? (
        <NativeSelect
          maw="30rem"
          label={t(`data.which.${kind}`)}
          description={t(`data.about.${value}`)}
          inputWrapperOrder={['label', 'input', 'description']}
          data={formats.map((one) => ({ value: one, label: t(`data.formats.${one}`) }))}
          value={value}
          onChange={({ currentTarget }) =>
            onChange(formats.find((one) => one === currentTarget.value) ?? formats[0])
          }
        />
      ) : (
        <Text size="sm" className="measure">
          {t(`data.about.${value}`)}
        </Text>
      )}
    </Stack>
  );
}
