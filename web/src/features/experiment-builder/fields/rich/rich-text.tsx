import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import { type Command, EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTimeline } from '../../draft/use-builder';
import type { TextFieldProps } from '../text-field';
import { textFormats, insertLineBreak, splitListItemCommand, toggleFormat } from './commands';
import { richTextFromHtml, htmlFromRichText } from './rich-html';
import 'prosemirror-view/style/prosemirror.css';
import classes from './rich.module.css';
import { RichTextToolbar } from './toolbar';

export interface RichTextProps extends Omit<TextFieldProps, 'lines' | 'children'> {
  disabled: boolean;
  onSource: () => void;
}

const keys = keymap({
  'Mod-b': toggleFormat(textFormats.bold),
  'Mod-i': toggleFormat(textFormats.italic),
  'Mod-u': toggleFormat(textFormats.underline),
  'Shift-Enter': insertLineBreak,
  Enter: chainCommands(splitListItemCommand, baseKeymap.Enter as Command),
});
/** The size of jsPsych's text, in CSS pixels. */
const usualSize = 18;
/** Whether the text is empty. It is then stored as an empty text, not as an empty paragraph. */
const isEmpty = ({ doc }: EditorState) => doc.textContent === '' && doc.childCount === 1;
const stateOf = (html: string) =>
  EditorState.create({ doc: richTextFromHtml(html), plugins: [keys, keymap(baseKeymap)] });

/**
 * The editor of a trial's text, which shows it as participants see it, with the experiment's
 * background, colour and size. The HTML is written again only after an edit; otherwise it stays the
 * same, character for character.
 */
export function RichText(props: RichTextProps) {
  const {
    label,
    describedBy,
    text: html,
    placeholder,
    disabled,
    columns,
    onChange,
    onSource,
  } = props;
  const { background, text_color: colour, text_size: size } = useTimeline().settings;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [state, setState] = useState(() => stateOf(html));
  /** The text that this field wrote last. A different text comes from elsewhere, such as undo. */
  const written = useRef(html);
  const change = useRef(onChange);
  change.current = onChange;
  const editable = useRef(!disabled);
  editable.current = !disabled;
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const made = new EditorView(place.current, {
      state,
      editable: () => editable.current,
      attributes: (now) => ({
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': describedBy,
        class: classes.text ?? '',
        ...(isEmpty(now) && placeholder ? { 'data-placeholder': placeholder } : {}),
      }),
      dispatchTransaction: (transaction) => {
        const next = made.state.apply(transaction);
        made.updateState(next);
        setState(next);
        if (!transaction.docChanged) return;
        written.current = isEmpty(next) ? '' : htmlFromRichText(next.doc);
        change.current(written.current);
      },
    });
    view.current = made;
    return () => made.destroy();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one editor for each appearance
  }, [label, describedBy, placeholder]);
  useEffect(() => {
    if (html === written.current || !view.current) return;
    written.current = html;
    const next = stateOf(html);
    view.current.updateState(next);
    setState(next);
  }, [html]);
  useEffect(() => view.current?.setProps({ editable: () => editable.current }), [disabled]);
  const run = (command: Command) => {
    if (!view.current) return;
    command(view.current.state, view.current.dispatch, view.current);
    view.current.focus();
  };
  return (
    <div className={classes.field}>
      {!disabled && <RichTextToolbar {...{ label, state, columns, run, onSource }} />}
      <div
        ref={place}
        className={classes.surface}
        style={{
          background: background ?? '#ffffff',
          color: colour ?? '#000000',
          fontSize: `${size ?? usualSize}px`,
        }}
      />
    </div>
  );
}
