import { Alert, Fieldset, Text } from '@mantine/core';
import { IconAlertCircle } from '../../../ui/icons/alert-circle';
import { useTranslation } from 'react-i18next';
import { BlockForm } from '../block/block-form';
import { useBuilder, useBuilderState, useTimeline } from '../draft/use-builder';
import { nodeById } from '../nodes/nodes.rule';
import { useNodeWords } from '../nodes/node-words';
import classes from '../fields/fields.module.css';
import { SettingsForm } from './settings-form';
import { TrialForm } from './trial-form';

export function NodeForm() {
  const { t } = useTranslation('builder');
  const { disabled } = useBuilder();
  const { nodes } = useTimeline();
  const selected = useBuilderState((state) => state.selected);
  const faults = useBuilderState((state) => state.faults);
  const { nameOf } = useNodeWords();
  const node = nodeById(nodes, selected);
  const own = node ? faults.filter((one) => one.node === node.id) : [];
  return (
    <Fieldset
      variant="unstyled"
      disabled={disabled}
      className={classes.form}
      key={node?.id ?? ''}
      data-form
    >
      <h2 className={classes.hidden} tabIndex={-1}>
        {node ? nameOf(node) : t('tree.whole')}
      </h2>
      {own.length > 0 && (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
          {own.map((one, i) => (
            <Text size="sm" key={i}>
              {one.description}
            </Text>
          ))}
        </Alert>
      )}
      {node === undefined ? (
        <SettingsForm />
      ) : node.type === 'block' ? (
        <BlockForm node={node} />
      ) : (
        <TrialForm node={node} />
      )}
    </Fieldset>
  );
}
