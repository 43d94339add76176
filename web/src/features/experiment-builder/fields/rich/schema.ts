import { type Attrs, type Mark, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { styleDataAttribute } from './parsed.rule';

const styleOf = (element: HTMLElement): string => element.getAttribute(styleDataAttribute) ?? '';
const styled = (style: unknown) => (style === '' ? {} : { style: String(style) });

const block = (more: NodeSpec): NodeSpec => ({ group: 'block', defining: true, ...more });
const format = (tags: readonly string[], key: string): MarkSpec => ({
  attrs: { tag: { default: tags[0] }, style: { default: '' } },
  excludes: key,
  parseDOM: tags.map((tag) => ({
    tag,
    getAttrs: (element: HTMLElement): Attrs => ({ tag, style: styleOf(element) }),
  })),
  toDOM: ({ attrs }: Mark) => [String(attrs.tag), styled(attrs.style), 0],
});

/** The elements and formats that formatted text may have; everything else is edited as HTML. */
export const richTextSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: block({
      content: 'inline*',
      // `bare` marks text that has no element around it in the HTML; browsers show it as a line.
      attrs: { style: { default: '' }, bare: { default: true } },
      parseDOM: [{ tag: 'p', getAttrs: (element) => ({ style: styleOf(element), bare: false }) }],
      toDOM: ({ attrs }) => ['p', styled(attrs.style), 0],
    }),
    heading: block({
      content: 'inline*',
      attrs: { level: { default: 2 }, style: { default: '' } },
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
        tag: `h${level}`,
        getAttrs: (element) => ({ level, style: styleOf(element) }),
      })),
      toDOM: ({ attrs }) => [`h${attrs.level}`, styled(attrs.style), 0],
    }),
    bullet_list: block({
      content: 'list_item+',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    }),
    ordered_list: block({
      content: 'list_item+',
      parseDOM: [{ tag: 'ol' }],
      toDOM: () => ['ol', 0],
    }),
    list_item: {
      content: 'paragraph block*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    rule: block({ parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] }),
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    bold: format(['b', 'strong'], 'bold'),
    italic: format(['i', 'em'], 'italic'),
    underline: format(['u'], 'underline'),
    look: {
      attrs: { style: {} },
      excludes: '',
      parseDOM: [
        {
          tag: `span[${styleDataAttribute}]`,
          getAttrs: (element) => ({ style: styleOf(element) }),
        },
      ],
      toDOM: ({ attrs }) => ['span', styled(attrs.style), 0],
    },
  },
});
