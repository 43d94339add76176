import { Code, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  haveDistinctNames,
  parameterAliasPattern,
  duplicateParameterFault,
  sentParameterNames,
  type ParameterAliases,
  type SentParameterName,
} from '../../../../contracts/studies/external-url';
import { sampleLink } from '../../domain/studies/sample-link';

export interface ExternalLink {
  kind: 'external';
  url: string;
  names?: ParameterAliases | undefined;
}
interface Props {
  value: ExternalLink;
  onChange: (value: ExternalLink) => void;
  error?: string | undefined;
}

/**
 * The fields for the address of a study at another website, with an example of the link that a
 * participant would get.
 */
export function ExternalLinkFields({ value, onChange, error }: Props) {
  const { t } = useTranslation('study-editor');
  const { t: common } = useTranslation('common');
  const doubled = duplicateParameterFault(value.url, value.names);
  const link = sampleLink(value.url, value.names);
  const rename = (name: SentParameterName, alias: string) => {
    const { [name]: _, ...others } = value.names ?? {};
    onChange({ ...value, names: alias.trim() ? { ...others, [name]: alias.trim() } : others });
  };
  const isWrong = (name: SentParameterName) => {
    const alias = value.names?.[name];
    return (
      alias !== undefined &&
      !(parameterAliasPattern.test(alias) && haveDistinctNames(value.names ?? {}))
    );
  };
  return (
    <Stack gap="sm">
      <TextInput
        type="url"
        inputMode="url"
        label={t('form.url')}
        description={t('form.url_hint')}
        placeholder="https://"
        value={value.url}
        onChange={({ currentTarget }) => onChange({ ...value, url: currentTarget.value })}
        error={error ?? (doubled && common(`field.${doubled}`))}
      />
      <Text size="sm" c="dimmed">
        {t('form.external_data')}
      </Text>
      <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
        <Text component="legend" size="sm" fw={600} mb={4}>
          {t('form.aliases')}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {sentParameterNames.map((name) => (
            <TextInput
              key={name}
              label={t(`form.alias.${name}`)}
              placeholder={name}
              maxLength={40}
              value={value.names?.[name] ?? ''}
              onChange={({ currentTarget }) => rename(name, currentTarget.value)}
              error={isWrong(name) && t('form.alias_wrong')}
            />
          ))}
        </SimpleGrid>
      </fieldset>
      {link && (
        <div>
          <Text size="sm" fw={600}>
            {t('form.link_preview')}
          </Text>
          <Code block fz="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
            {link}
          </Code>
        </div>
      )}
    </Stack>
  );
}
