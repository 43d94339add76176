import { NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { timelineLimits } from '../../../../../contracts/timeline/limits';
import type { TimelineBlock, TimelineNode } from '../../../../../contracts/timeline/timeline';
import { useNode, useTimeline } from '../draft/use-builder';
import { walkNodes } from '../../../../../contracts/timeline/timeline-nodes';
import {
  variablesTableOf,
  copyTablesIntoBlocks,
} from '../../../../../contracts/timeline/timeline-tables.rule';
import { TrialDataField } from '../fields/data-field';
import classes from '../fields/fields.module.css';
import { FoldedSection, FormSection } from '../fields/section';
import { SharedTableField } from './shared-table';
import { TableField } from '../table/table-field';
import { columnsAround } from '../nodes/nodes.rule';
import { RowOrderField } from './order-field';
import { minimumRoundsOf, countTrials } from '../nodes/order.rule';
import { BlockConditionField } from './rule-field';

/**
 * Returns the block with its complete table, and with complete tables in all blocks inside it. If
 * several blocks share a table, the timeline stores the table in only one of them.
 */
const wholeOf = (nodes: readonly TimelineNode[], block: TimelineBlock): TimelineBlock =>
  [...walkNodes(copyTablesIntoBlocks(nodes))].find(
    (one): one is TimelineBlock => one.id === block.id && one.type === 'block',
  ) ?? block;

/** The form of a block: how often it runs, with which table, and under which condition. */
export function BlockForm({ node }: { node: TimelineBlock }) {
  const { t } = useTranslation('builder');
  const { nodes } = useTimeline();
  const change = useNode<TimelineBlock>(node.id);
  const table = variablesTableOf(node, nodes);
  const whole = wholeOf(nodes, node);
  const rounds = minimumRoundsOf(whole);
  const columns = [...new Set([...(table?.columns ?? []), ...columnsAround(nodes, node.id)])];
  return (
    <>
      <div className={classes.head}>
        <TextInput
          data-name-field
          label={t('form.name')}
          description={t('form.block_name_hint')}
          placeholder={t('tree.block')}
          maxLength={timelineLimits.timelineName}
          value={node.name}
          onChange={({ currentTarget: { value: name } }) =>
            change((one) => ({ ...one, name }), 'name')
          }
        />
        <Text size="sm" c="dimmed" mt="sm" role="status">
          {t('block.runs', { count: rounds, trials: rounds * countTrials(whole.nodes) })}
        </Text>
      </div>
      <div data-path="variables" className={classes.field}>
        <Text fw={600} component="h3" size="md">
          {t('table.title')}
        </Text>
        <Text size="sm" c="dimmed" mb="sm">
          {t('table.hint')}
        </Text>
        <SharedTableField block={node} nodes={nodes} onChange={change} />
        {node.variables_of === undefined && (
          <TableField
            value={node.variables}
            onChange={(variables, what) =>
              change(
                (one) => ({
                  ...one,
                  variables,
                  // Without a table there are no rows to order, so the order is removed, too.
                  ...(!variables && { sample: undefined, randomize_order: undefined }),
                }),
                what ?? null,
              )
            }
          />
        )}
      </div>
      {table && <RowOrderField block={node} table={table} onChange={change} />}
      <NumberInput
        maw="16rem"
        label={t('block.repetitions')}
        description={t('block.repetitions_hint')}
        min={1}
        max={timelineLimits.timelineRepetitions}
        allowDecimal={false}
        value={node.repetitions ?? 1}
        onChange={(times) =>
          typeof times === 'number' &&
          times >= 1 &&
          change((one) => ({ ...one, repetitions: times > 1 ? times : undefined }), 'repetitions')
        }
      />
      <FormSection title={t('block.when')} hint={t('block.when_hint')}>
        <Stack gap="lg">
          <BlockConditionField
            label={t('block.only_if')}
            help={t('block.only_if_hint')}
            none={t('block.always')}
            value={node.only_if}
            onChange={(rule) => change((one) => ({ ...one, only_if: rule }), 'only_if')}
          />
          <BlockConditionField
            label={t('block.loop')}
            help={t('block.loop_hint')}
            none={t('block.once')}
            value={node.loop?.rule}
            onChange={(rule) =>
              change((one) => ({ ...one, loop: rule && { at_most: 5, ...one.loop, rule } }), 'loop')
            }
          />
          {node.loop && (
            <NumberInput
              maw="16rem"
              label={t('block.at_most')}
              min={1}
              max={timelineLimits.timelineRepetitions}
              allowDecimal={false}
              value={node.loop.at_most ?? ''}
              onChange={(times) =>
                change(
                  (one) => ({
                    ...one,
                    loop: one.loop && {
                      ...one.loop,
                      at_most: typeof times === 'number' && times >= 1 ? times : undefined,
                    },
                  }),
                  'at_most',
                )
              }
            />
          )}
        </Stack>
      </FormSection>
      <FoldedSection title={t('form.data')}>
        <Text size="sm" c="dimmed">
          {t('block.data_hint')}
        </Text>
        <TrialDataField
          value={node.data}
          columns={columns}
          onChange={(data) => change((one) => ({ ...one, data }), 'data')}
        />
      </FoldedSection>
    </>
  );
}
