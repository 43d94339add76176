import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Trial } from '../../../../../contracts/timeline/timeline';
import type {
  PluginParameter,
  TimelinePlugin,
} from '../../../../../contracts/timeline/timeline-plugins';
import { ParameterField } from './parameter-field';
import { FormSection } from './section';

interface Props {
  node: Trial;
  plugin: TimelinePlugin;
  columns: readonly string[];
  onChange: (make: (node: Trial) => Trial, what?: string) => void;
}

/**
 * Makes a parameter for the correct response, so that `ParameterField` can show a field for it. Its
 * type is the type of response that the plugin records: a key, the number of a button, or a text.
 */
const parameterOf = ({ parameters }: TimelinePlugin): PluginParameter => ({
  type: parameters.choices?.type === 'keys' ? 'key' : parameters.choices ? 'int' : 'string',
  array: false,
  required: false,
  description: '',
});

/** The field for the correct response. With it, each trial's data says if the response is right. */
export function CorrectResponseField({ node, plugin, columns, onChange }: Props) {
  const { t } = useTranslation('builder');
  const isNone = node.correct_response === null;
  const fields = Object.keys(plugin.data);
  return (
    <FormSection title={t('answer.title')} hint={t('answer.hint')}>
      {!isNone && (
        <ParameterField
          name="correct_response"
          parameter={parameterOf(plugin)}
          value={node.correct_response}
          columns={columns}
          path="correct_response"
          onChange={(value) =>
            onChange((one) => ({ ...one, correct_response: value }), 'correct_response')
          }
        />
      )}
      <Checkbox
        mt="sm"
        label={t('answer.none')}
        checked={isNone}
        onChange={({ currentTarget: { checked } }) =>
          onChange((one) => ({ ...one, correct_response: checked ? null : undefined }))
        }
      />
      {node.correct_response !== undefined && fields.length > 1 && (
        <NativeSelect
          mt="sm"
          maw="20rem"
          label={t('answer.field')}
          value={node.correct_field ?? 'response'}
          data={[...new Set(['response', ...fields])]}
          onChange={({ currentTarget: { value } }) =>
            onChange((one) => ({
              ...one,
              correct_field: value === 'response' ? undefined : value,
            }))
          }
        />
      )}
    </FormSection>
  );
}
