import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconCopyPlus } from '../../../ui/icons/copy-plus';
import { IconTrash } from '../../../ui/icons/trash';
import { useTranslation } from 'react-i18next';
import type { TimelineBlock, TimelineNode } from '../../../../../contracts/timeline/timeline';
import { walkNodes } from '../../../../../contracts/timeline/timeline-nodes';
import { variablesTableOf } from '../../../../../contracts/timeline/timeline-tables.rule';
import { useNodeWords } from '../nodes/node-words';

interface Props {
  block: TimelineBlock;
  nodes: readonly TimelineNode[];
  onChange: (make: (block: TimelineBlock) => TimelineBlock, what: string | null) => void;
}

/** Lets a block use the table of another block; the timeline stores a shared table only once. */
export function SharedTableField({ block, nodes, onChange }: Props) {
  const { t } = useTranslation('builder');
  const { nameOf } = useNodeWords();
  const others = [...walkNodes(nodes)].flatMap((node) =>
    node.type === 'block' && node.variables && node.id !== block.id
      ? [{ value: node.id, label: nameOf(node) }]
      : [],
  );
  const choose = (id: string) =>
    onChange(
      ({ variables: _, variables_of: __, ...one }) => ({
        ...one,
        ...(id === '' ? { sample: undefined, randomize_order: undefined } : { variables_of: id }),
      }),
      null,
    );
  if (block.variables || (others.length === 0 && block.variables_of === undefined)) return null;
  const table = variablesTableOf(block, nodes);
  const isGone = block.variables_of !== undefined && !table;
  return (
    <>
      <NativeSelect
        maw="24rem"
        mb="xs"
        label={t('table.of_other')}
        description={t('table.of_other_text')}
        value={block.variables_of ?? ''}
        error={isGone ? t('table.of_none') : undefined}
        data={[
          { value: '', label: t('table.own') },
          ...(isGone ? [{ value: block.variables_of ?? '', label: '–' }] : []),
          ...others,
        ]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {block.variables_of !== undefined && (
        <>
          {table && (
            <Text size="sm" mb="xs">
              {t('table.of_columns', {
                count: table.rows.length,
                columns: table.columns.join(', '),
              })}
            </Text>
          )}
          <Group gap="xs">
            {table && (
              <Button
                size="sm"
                variant="default"
                leftSection={<IconCopyPlus size={18} aria-hidden />}
                onClick={() =>
                  onChange(({ variables_of: _, ...one }) => ({ ...one, variables: table }), null)
                }
              >
                {t('table.copy_of_own')}
              </Button>
            )}
            <Button
              size="sm"
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => choose('')}
            >
              {t('table.remove')}
            </Button>
          </Group>
        </>
      )}
    </>
  );
}
