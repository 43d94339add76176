import { VisuallyHidden } from '@mantine/core';
import { IconAlertCircle } from '../../../ui/icons/alert-circle';
import { IconChevronDown } from '../../../ui/icons/chevron-down';
import { IconChevronRight } from '../../../ui/icons/chevron-right';
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { TimelineNode } from '../../../../../contracts/timeline/timeline';
import type { MoveDirection, DropPosition } from './moves.rule';
import { type TreeRow, treeActionOfKey, findRowByTypedLetters } from './rows.rule';
import classes from './tree.module.css';

interface Props {
  label: string;
  rows: readonly TreeRow[];
  selected: string;
  /** The node that the preview shows now. */
  running: string | null;
  nameOf: (node: TimelineNode) => string;
  /** An icon for the kind of node, beside its name. */
  iconOf: (node: TimelineNode) => ReactNode;
  /** A short text after the name: how often the node runs, and under which condition. */
  noteOf: (node: TimelineNode) => string;
  /** The number of errors in the node. */
  faultsOf: (key: string) => number;
  onSelect: (key: string) => void;
  onOpen: (key: string, open: boolean) => void;
  onMove: (key: string, direction: MoveDirection) => void;
  onDrop: (key: string, target: string, place: DropPosition) => void;
  onRemove: (key: string) => void;
  onDuplicate: (key: string) => void;
  onAdd: () => void;
  /** Moves the focus to the selected node's form, or to the field for the name in that form. */
  onEdit: (what: 'form' | 'name') => void;
}

const directions: Record<string, MoveDirection> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};
/** Letters typed within this time belong to one word, in milliseconds. */
const wordMs = 700;
const type = 'application/x-commonlab-node';

/**
 * Returns where a dropped node goes. In the middle of a block's row, it goes inside the block.
 * Elsewhere, it goes before the node of the row if the pointer is in the upper half of the row, and
 * after that node if the pointer is in the lower half.
 */
function placeOf(
  { currentTarget, clientY }: DragEvent<HTMLElement>,
  isBlock: boolean,
): DropPosition {
  const { top, height } = currentTarget.getBoundingClientRect();
  const part = (clientY - top) / height;
  if (isBlock && part > 0.25 && part < 0.75) return 'inside';
  return part < 0.5 ? 'before' : 'after';
}

/**
 * The timeline as a tree (ARIA practices, tree view): the focused node is the selected one, and its
 * form is shown beside the tree.
 */
export function TimelineTree(props: Props) {
  const { label, rows, selected, nameOf, iconOf, noteOf, faultsOf, onSelect, onOpen } = props;
  const { t } = useTranslation('builder');
  const tree = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [over, setOver] = useState<{ key: string; place: DropPosition } | null>(null);
  const dragged = useRef('');
  /**
   * Whether a key was just pressed in the tree: the focus then stays in the tree, even if the key
   * removed the focused row.
   */
  const keeps = useRef(false);
  const hint = useId();
  const current = rows.some(({ id }) => id === selected) ? selected : rows[0]?.id;

  // A key, undo or the link of an error may select another row. The focus follows if it was in the
  // tree.
  useEffect(() => {
    const row = tree.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    row?.scrollIntoView?.({ block: 'nearest' });
    if (keeps.current || tree.current?.contains(document.activeElement))
      row?.focus({ preventScroll: true });
    keeps.current = false;
  }, [selected, rows]);

  const letters = (key: string, at: string) => {
    const now = performance.now();
    const goesOn = now - typed.current.at < wordMs;
    typed.current = { text: goesOn ? typed.current.text + key : key, at: now };
    const found = findRowByTypedLetters(rows, nameOf, at, typed.current.text);
    if (found) onSelect(found);
  };
  /** Handles a key. @returns whether the tree handled it */
  const press = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, at: string) => {
    const direction = directions[key];
    keeps.current = key !== 'Enter' && key !== 'F2' && key !== 'Insert' && key !== 'Tab';
    // Resets `keeps` once the change that this key made is rendered. If the key changed nothing, a
    // later change must not move the focus into the tree.
    setTimeout(() => (keeps.current = false));
    if (altKey && direction) return (props.onMove(at, direction), true);
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'd') return (props.onDuplicate(at), true);
    if (altKey || ctrlKey || metaKey || (shiftKey && key.length > 1)) return false;
    if (key === 'Enter') return (props.onEdit('form'), true);
    if (key === 'F2') return (props.onEdit('name'), true);
    if (key === 'Delete' || key === 'Backspace') return (props.onRemove(at), true);
    if (key === 'Insert') return (props.onAdd(), true);
    const row = rows.find((one) => one.id === at);
    if (key === ' ' && row?.open !== null) return (onOpen(at, row?.open === false), true);
    const step = treeActionOfKey(rows, at, key);
    if (step?.to !== undefined) onSelect(step.to);
    if (step?.open !== undefined) onOpen(step.open, true);
    if (step?.close !== undefined) onOpen(step.close, false);
    if (!step && key.length === 1 && key !== ' ') letters(key, at);
    return step !== null || key.startsWith('Arrow') || key.length === 1;
  };
  const drag = (row: TreeRow) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      dragged.current = row.id;
      event.dataTransfer.setData(type, row.id);
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragEnd: () => setOver(null),
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!event.dataTransfer.types.includes(type)) return;
      event.preventDefault();
      setOver({ key: row.id, place: placeOf(event, row.open !== null) });
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      setOver(null);
      props.onDrop(dragged.current, row.id, placeOf(event, row.open !== null));
    },
  });

  return (
    <>
      <div
        ref={tree}
        role="tree"
        aria-label={label}
        aria-describedby={hint}
        className={classes.tree}
      >
        {rows.map((row) => {
          const { id: key, node, level, place, siblings, open } = row;
          const faults = faultsOf(key);
          const note = noteOf(node);
          return (
            <div
              key={key}
              role="treeitem"
              tabIndex={key === current ? 0 : -1}
              aria-level={level}
              aria-posinset={place}
              aria-setsize={siblings}
              aria-expanded={open ?? undefined}
              aria-selected={key === selected}
              className={classes.row}
              data-level={Math.min(level, 8)}
              data-running={key === props.running || undefined}
              data-over={over?.key === key ? over.place : undefined}
              onClick={() => onSelect(key)}
              onDoubleClick={() => props.onEdit('form')}
              onKeyDown={(event) => {
                if (event.target === event.currentTarget && press(event, key)) {
                  event.preventDefault();
                  event.stopPropagation();
                }
              }}
              {...drag(row)}
            >
              <span
                className={classes.caret}
                aria-hidden
                onClick={(event) => {
                  if (open === null) return;
                  event.stopPropagation();
                  onOpen(key, !open);
                }}
              >
                {open !== null &&
                  (open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />)}
              </span>
              <span className={classes.icon} aria-hidden>
                {iconOf(node)}
              </span>
              <span className={classes.name}>{nameOf(node)}</span>
              {note && <span className={classes.note}>{note}</span>}
              {faults > 0 && (
                <>
                  <VisuallyHidden>{t('tree.faults', { count: faults })}</VisuallyHidden>
                  <IconAlertCircle size={16} className={classes.fault} aria-hidden />
                </>
              )}
            </div>
          );
        })}
      </div>
      <span id={hint} hidden>
        {t('tree.keys')}
      </span>
    </>
  );
}
