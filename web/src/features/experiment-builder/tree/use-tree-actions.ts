import { useTranslation } from 'react-i18next';
import type { TimelineNode } from '../../../../../contracts/timeline/timeline';
import { showMessage } from '../../../lib/ui.store';
import { useBuilder } from '../draft/use-builder';
import {
  addNode,
  type MoveDirection,
  type DropPosition,
  placeDroppedNode,
  duplicateNode,
  moveNode,
  newNodePath,
  removeNode,
} from './moves.rule';
import { newId } from './new-id';
import { newBlock, newTrial } from './new-nodes.rule';
import {
  childNodesOf,
  nodeAt,
  nodeById,
  type TimelineNodes,
  nodePathOf,
} from '../nodes/nodes.rule';
import { useNodeWords } from '../nodes/node-words';

/** Changes the tree by keyboard, button or pointer, and announces each change to screen readers. */
export function useTreeActions() {
  const { t } = useTranslation(['builder', 'study-draft']);
  const { draft, say, disabled } = useBuilder();
  const { nameOf } = useNodeWords();
  const nodes = (): TimelineNodes => draft.store.getState().history.now.nodes;
  const set = (next: TimelineNode[]) => draft.change((timeline) => ({ ...timeline, nodes: next }));
  const name = (id: string) => {
    const node = nodeById(nodes(), id);
    return node ? nameOf(node) : '';
  };
  const sayPlace = (id: string) => {
    const path = nodePathOf(nodes(), id) ?? [];
    const block = nodeAt(nodes(), path.slice(0, -1));
    const values = {
      name: name(id),
      place: (path.at(-1) ?? 0) + 1,
      count: (block ? childNodesOf(block) : nodes()).length,
    };
    say(
      block
        ? t('builder:say.moved_in', { ...values, block: nameOf(block) })
        : t('builder:say.moved', values),
    );
  };
  const act =
    <A extends unknown[]>(run: (...given: A) => void) =>
    (...given: A) => {
      if (!disabled) run(...given);
    };
  return {
    move: act((id: string, direction: MoveDirection) => {
      const next = moveNode(nodes(), id, direction);
      if (!next) return say(t('builder:say.no_step', { name: name(id) }));
      set(next);
      sayPlace(id);
    }),
    drop: act((id: string, target: string, place: DropPosition) => {
      const next = placeDroppedNode(nodes(), id, target, place);
      if (!next) return;
      set(next);
      draft.select(id);
      sayPlace(id);
    }),
    duplicate: act((id: string) => {
      const copy = duplicateNode(nodes(), id, newId);
      if (!copy) return;
      set(copy.nodes);
      draft.select(copy.id);
      say(t('builder:say.duplicated', { name: name(id) }));
    }),
    remove: act((id: string) => {
      const gone = name(id);
      const next = removeNode(nodes(), id);
      if (!next) return;
      set(next.nodes);
      draft.select(next.id);
      showMessage(t('builder:say.removed', { name: gone }), {
        action: { label: t('study-draft:undo'), run: draft.undo },
        autoHideMs: 6000,
      });
    }),
    /**
     * Adds a node.
     * @returns the id of the block that contains the new node; empty at the top
     */
    add: (what: string): string => {
      const { selected } = draft.store.getState();
      const id = newId();
      const around = nodeAt(nodes(), newNodePath(nodes(), selected).slice(0, -1));
      const words = {
        text: t('builder:new.text'),
        page: t('builder:new.page'),
        button: t('builder:new.button'),
        question: t('builder:new.question'),
      };
      const node = what === 'block' ? newBlock(id, '') : newTrial(id, what, words);
      set(addNode(nodes(), selected, [node]));
      draft.select(id);
      say(t('builder:say.added', { name: nameOf(node) }));
      return around?.id ?? '';
    },
    placeText: (selected: string): string => {
      const path = newNodePath(nodes(), selected);
      const around = nodeAt(nodes(), path.slice(0, -1));
      const before = nodeById(nodes(), selected);
      if (around) return t('builder:add.into', { block: nameOf(around) });
      return before ? t('builder:add.after', { name: nameOf(before) }) : t('builder:add.at_end');
    },
  };
}
