import { Checkbox, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { timelineLimits } from '../../../../../contracts/timeline/limits';
import type { Trial } from '../../../../../contracts/timeline/timeline';
import { pluginGroups } from '../../../../../contracts/timeline/timeline-plugins';
import { useBuilder, useNode, useTimeline } from '../draft/use-builder';
import { columnsAround } from '../nodes/nodes.rule';
import { PluginIcon } from '../nodes/plugin-icon';
import { useNodeWords } from '../nodes/node-words';
import { CorrectResponseField } from '../fields/answer-field';
import { CodeControl } from '../fields/controls/marked-controls';
import { TrialDataField } from '../fields/data-field';
import classes from '../fields/fields.module.css';
import { ParameterField } from '../fields/parameter-field';
import { groupParameters, withParameterValue } from '../fields/parameters.rule';
import { SurveyField } from '../questionnaire/survey-field';
import { FoldedSection } from '../fields/section';

const moments = ['on_start', 'on_load', 'on_finish'] as const;

/**
 * The form of a trial: the parameters of its plugin, and the settings that this product has for
 * every trial.
 */
export function TrialForm({ node }: { node: Trial }) {
  const { t } = useTranslation('builder');
  const { plugins } = useBuilder();
  const { pluginName, pluginText } = useNodeWords();
  const { nodes } = useTimeline();
  const change = useNode<Trial>(node.id);
  const plugin = plugins[node.plugin];
  const columns = columnsAround(nodes, node.id);
  const parts = plugin ? groupParameters(plugin, node.parameters) : { first: [], more: [] };
  const field = (name: string) => {
    const parameter = plugin?.parameters[name];
    if (!parameter) return null;
    const common = {
      value: node.parameters[name],
      onChange: (value: Trial['parameters'][string] | undefined) =>
        change(
          (one) => ({ ...one, parameters: withParameterValue(one.parameters, name, value) }),
          name,
        ),
    };
    return node.plugin === 'questionnaire' && name === 'survey' ? (
      <SurveyField key={name} {...common} />
    ) : (
      <ParameterField
        key={name}
        name={name}
        parameter={parameter}
        columns={columns}
        path={`parameters.${name}`}
        {...common}
      />
    );
  };
  return (
    <>
      <div className={classes.head}>
        <TextInput
          data-name-field
          label={t('form.name')}
          description={t('form.trial_name_hint')}
          placeholder={pluginName(node.plugin)}
          maxLength={timelineLimits.timelineName}
          value={node.name}
          onChange={({ currentTarget: { value: name } }) =>
            change((one) => ({ ...one, name }), 'name')
          }
        />
        <NativeSelect
          mt="md"
          label={t('form.plugin')}
          description={pluginText(node.plugin, plugin?.description ?? '')}
          leftSection={<PluginIcon plugin={node.plugin} plugins={plugins} />}
          value={node.plugin}
          data={[
            ...(plugin ? [] : [node.plugin]),
            ...pluginGroups.map((group) => ({
              group: t(`add.group.${group}`),
              items: Object.values(plugins)
                .filter((one) => one.group === group)
                .map(({ name }) => ({ value: name, label: pluginName(name) })),
            })),
          ]}
          onChange={({ currentTarget: { value: next } }) =>
            change((one) => ({
              ...one,
              plugin: next,
              // A parameter keeps its value if the new plugin also has that parameter.
              parameters: Object.fromEntries(
                Object.entries(one.parameters).filter(([name]) => plugins[next]?.parameters[name]),
              ),
            }))
          }
        />
        {!plugin && (
          <Text size="sm" c="var(--mantine-color-error)" mt="xs">
            {t('form.unknown_plugin')}
          </Text>
        )}
      </div>
      {parts.first.map(field)}
      {plugin && (plugin.data.response !== undefined || node.correct_response !== undefined) && (
        <CorrectResponseField node={node} plugin={plugin} columns={columns} onChange={change} />
      )}
      <FoldedSection title={t('form.data')} key={`data ${node.id}`}>
        <Text size="sm" c="dimmed">
          {t('form.data_hint')}
        </Text>
        <TrialDataField
          value={node.data}
          columns={columns}
          onChange={(data) => change((one) => ({ ...one, data }), 'data')}
        />
      </FoldedSection>
      {parts.more.length > 0 && (
        <FoldedSection title={t('form.more', { count: parts.more.length })} key={`more ${node.id}`}>
          {parts.more.map(field)}
        </FoldedSection>
      )}
      <FoldedSection title={t('form.timing')} key={`timing ${node.id}`}>
        <NumberInput
          maw="16rem"
          label={t('form.gap')}
          description={t('form.gap_hint')}
          suffix=" ms"
          min={0}
          max={timelineLimits.timelineMs}
          allowDecimal={false}
          value={node.gap_ms ?? ''}
          onChange={(gap) =>
            change((one) => ({ ...one, gap_ms: typeof gap === 'number' ? gap : undefined }), 'gap')
          }
        />
        <Checkbox
          label={t('form.unrecorded')}
          description={t('form.unrecorded_hint')}
          checked={node.unrecorded ?? false}
          onChange={({ currentTarget: { checked } }) =>
            change((one) => ({ ...one, unrecorded: checked || undefined }))
          }
        />
      </FoldedSection>
      <FoldedSection title={t('form.code')} key={`code ${node.id}`}>
        <Text size="sm" c="dimmed">
          {t('form.code_hint')}
        </Text>
        {moments.map((moment) => (
          <div key={moment}>
            <Text fw={500} mb={4}>
              {t(`moment.${moment}`)}
            </Text>
            <CodeControl
              label={t(`moment.${moment}`)}
              describedBy=""
              statements
              value={node[moment]?.$js ?? ''}
              onChange={(text) =>
                change((one) => ({ ...one, [moment]: text ? { $js: text } : undefined }), moment)
              }
            />
          </div>
        ))}
      </FoldedSection>
    </>
  );
}
