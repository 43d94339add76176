import { chainCommands, exitCode, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { MarkType, Node as RichNode } from 'prosemirror-model';
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import { styleValueIn, withStyle } from './looks.rule';
import { richTextSchema } from './schema';

const { nodes, marks } = richTextSchema;
export const textFormats = { bold: marks.bold, italic: marks.italic, underline: marks.underline };
export const toggleFormat = (type: MarkType): Command => toggleMark(type);

export const insertLineBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
});
export const splitListItemCommand = splitListItem(nodes.list_item);

/**
 * Returns the heading level of the block with the caret: 0 for a paragraph, 1 to 6 for a heading.
 */
export const headingLevelIn = ({ selection }: EditorState): number => {
  const { parent } = selection.$from;
  return parent.type === nodes.heading ? Number(parent.attrs.level) : 0;
};
export const setHeadingLevel = (level: number): Command =>
  level === 0
    ? setBlockType(nodes.paragraph, { bare: false })
    : setBlockType(nodes.heading, { level });

export const isInList = ({ selection: { $from } }: EditorState): boolean =>
  [...Array(Math.max(0, $from.depth)).keys()].some(
    (depth) => $from.node(depth).type === nodes.list_item,
  );
export const toggleList: Command = (state, dispatch) =>
  isInList(state)
    ? liftListItem(nodes.list_item)(state, dispatch)
    : wrapInList(nodes.bullet_list)(state, dispatch) || wrapIn(nodes.bullet_list)(state, dispatch);

/**
 * Whether the selection has this format; without a selection, whether the next typed letter gets
 * it.
 */
export function hasFormat(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  return empty
    ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
    : state.doc.rangeHasMark(from, to, type);
}

/** Returns the range of the selection; without a selection, the whole block with the caret. */
function rangeOf({ selection }: EditorState): [number, number] {
  const { $from, from, to, empty } = selection;
  return empty ? [$from.start(), $from.end()] : [from, to];
}

export function textStyleOf(state: EditorState, name: string): string | null {
  const [from, to] = rangeOf(state);
  let found: string | null = null;
  const look = (node: RichNode) => {
    for (const mark of node.marks)
      if (mark.type === marks.look) found ??= styleValueIn(String(mark.attrs.style), name);
    if (typeof node.attrs.style === 'string') found ??= styleValueIn(node.attrs.style, name);
  };
  state.doc.nodesBetween(from, to, look);
  return found;
}

/** Sets the colour or the size of the selected text; null removes it. */
export const setTextStyle =
  (name: string, value: string | null): Command =>
  (state, dispatch) => {
    const [from, to] = rangeOf(state);
    if (!dispatch) return true;
    const { tr } = state;
    state.doc.nodesBetween(from, to, (node, at) => {
      const isWhole = node.isTextblock && at + 1 >= from && at + node.nodeSize - 1 <= to;
      // If the block is selected as a whole and its element already has this style, changes the
      // style of the element.
      if (isWhole && styleValueIn(String(node.attrs.style), name) !== null)
        tr.setNodeAttribute(at, 'style', withStyle(String(node.attrs.style), name, value));
      if (!node.isText) return;
      const [start, end] = [Math.max(from, at), Math.min(to, at + node.nodeSize)];
      for (const mark of node.marks) {
        const style = String(mark.attrs.style);
        if (mark.type !== marks.look || styleValueIn(style, name) === null) continue;
        tr.removeMark(start, end, mark);
        const rest = withStyle(style, name, null);
        if (rest !== '') tr.addMark(start, end, marks.look.create({ style: rest }));
      }
    });
    const isSet = (node: RichNode) => styleValueIn(String(node.attrs.style ?? ''), name) === value;
    tr.doc.nodesBetween(from, to, (node, at, parent) => {
      if (!node.isText || value === null || (parent && isSet(parent))) return;
      const [start, end] = [Math.max(from, at), Math.min(to, at + node.nodeSize)];
      tr.addMark(start, end, marks.look.create({ style: `${name}: ${value}` }));
    });
    dispatch(tr.scrollIntoView());
    return true;
  };

/** Inserts text at the caret, with the formats of the text around it. */
export const insertText =
  (text: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.insertText(text).scrollIntoView());
    return true;
  };
