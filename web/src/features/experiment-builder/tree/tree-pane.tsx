import { copyTablesIntoBlocks } from '../../../../../contracts/timeline/timeline-tables.rule';
import { ActionIcon, Button, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowDown } from '../../../ui/icons/arrow-down';
import { IconArrowUp } from '../../../ui/icons/arrow-up';
import { IconCopy } from '../../../ui/icons/copy';
import { IconFlask } from '../../../ui/icons/flask';
import { IconIndentDecrease } from '../../../ui/icons/indent-decrease';
import { IconIndentIncrease } from '../../../ui/icons/indent-increase';
import { IconPlus } from '../../../ui/icons/plus';
import { IconTrash } from '../../../ui/icons/trash';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countTrials } from '../nodes/order.rule';
import { useBuilder, useBuilderState, useTimeline } from '../draft/use-builder';
import { AddDialog } from './add.dialog';
import type { MoveDirection } from './moves.rule';
import { possibleMovesOf } from './moves.rule';
import { NodeIcon } from '../nodes/plugin-icon';
import { treeRowsOf } from './rows.rule';
import { TimelineTree } from './timeline-tree';
import classes from './tree.module.css';
import { useTreeActions } from './use-tree-actions';
import { useNodeWords } from '../nodes/node-words';

interface Props {
  /** Moves the focus to the selected node's form, or to the field for the name in that form. */
  onEdit: (what: 'form' | 'name') => void;
  /** The node whose trial the preview shows. */
  running: string | null;
}
const arrows = {
  up: IconArrowUp,
  down: IconArrowDown,
  out: IconIndentDecrease,
  in: IconIndentIncrease,
};

/** The pane with the nodes of the experiment, in their order. */
export function TreePane({ onEdit, running }: Props) {
  const { t } = useTranslation('builder');
  const { draft, plugins, disabled } = useBuilder();
  const { nodes } = useTimeline();
  const selected = useBuilderState((state) => state.selected);
  const faults = useBuilderState((state) => state.faults);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState(false);
  const before = useRef<Element | null>(null);
  const beginAdding = () => {
    before.current = document.activeElement;
    setAdding(true);
  };
  const { nameOf, noteOf } = useNodeWords();
  const actions = useTreeActions();
  const rows = useMemo(() => treeRowsOf(nodes, closed), [nodes, closed]);
  const steps = useMemo(() => possibleMovesOf(nodes, selected), [nodes, selected]);
  const trials = countTrials(copyTablesIntoBlocks(nodes));
  const open = (id: string, isOpen: boolean) =>
    setClosed((before) => {
      const next = new Set(before);
      if (isOpen) next.delete(id);
      else next.add(id);
      return next;
    });
  const tool = (
    label: string,
    Icon: typeof IconCopy,
    can: boolean,
    run: () => void,
    shortcut: string,
  ) => (
    <Tooltip key={label} label={`${label} (${shortcut})`}>
      {/* The button is not `disabled`: after the last possible step it would lose the focus. */}
      <ActionIcon
        size={32}
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-disabled={!can}
        data-disabled={!can || undefined}
        onClick={() => can && run()}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
  const has = selected !== '' && !disabled;
  return (
    <div className={classes.pane}>
      <UnstyledButton
        className={classes.whole}
        aria-pressed={selected === ''}
        onClick={() => {
          draft.select('');
          onEdit('form');
        }}
      >
        <IconFlask size={18} stroke={1.6} aria-hidden />
        <span className={classes.name}>{t('tree.whole')}</span>
        <Text span size="sm" c="dimmed">
          {t('tree.trials', { count: trials })}
        </Text>
      </UnstyledButton>
      {!disabled && (
        <div role="toolbar" aria-label={t('tree.tools')} className={classes.tools}>
          <Button
            size="sm"
            className={classes.add}
            variant="light"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={beginAdding}
          >
            {t('tree.add')}
          </Button>
          {(['up', 'down', 'out', 'in'] as const).map((direction: MoveDirection) =>
            tool(
              t(`tree.move.${direction}`),
              arrows[direction],
              has && steps[direction],
              () => actions.move(selected, direction),
              `Alt ${{ up: '↑', down: '↓', out: '←', in: '→' }[direction]}`,
            ),
          )}
          {tool(t('tree.duplicate'), IconCopy, has, () => actions.duplicate(selected), 'Ctrl D')}
          {tool(
            t('tree.remove'),
            IconTrash,
            has,
            () => actions.remove(selected),
            t('tree.key_delete'),
          )}
        </div>
      )}
      {nodes.length > 0 ? (
        <TimelineTree
          label={t('tree.label')}
          rows={rows}
          selected={selected}
          running={running}
          nameOf={nameOf}
          noteOf={noteOf}
          iconOf={(node) => <NodeIcon node={node} plugins={plugins} />}
          faultsOf={(id) => faults.filter(({ node }) => node === id).length}
          onSelect={draft.select}
          onOpen={open}
          onMove={actions.move}
          onDrop={actions.drop}
          onRemove={actions.remove}
          onDuplicate={actions.duplicate}
          onAdd={beginAdding}
          onEdit={onEdit}
        />
      ) : (
        <Text size="sm" c="dimmed" px="md" py="sm">
          {t('tree.empty')}
        </Text>
      )}
      {adding && (
        <AddDialog
          place={actions.placeText(selected)}
          onClose={() => {
            setAdding(false);
            if (before.current instanceof HTMLElement) before.current.focus();
          }}
          onAdd={(what) => {
            setAdding(false);
            const around = actions.add(what);
            if (around) open(around, true);
            // The field for the new node's name gets the focus after the dialog has closed.
            setTimeout(() => onEdit('name'), 60);
          }}
        />
      )}
    </div>
  );
}
