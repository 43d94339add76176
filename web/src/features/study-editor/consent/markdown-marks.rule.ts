export const markdownFormats = ['bold', 'heading', 'list'] as const;
export type MarkdownFormat = (typeof markdownFormats)[number];

interface Marked {
  text: string;
  /** The selection afterwards. */
  start: number;
  end: number;
}

const bold = '**';
const beginnings = { heading: '## ', list: '- ' } as const;

/**
 * Formats the selection of a Markdown text, or removes the format if the selection has it already.
 */
export function toggleMarkdownFormat(
  text: string,
  start: number,
  end: number,
  mark: MarkdownFormat,
): Marked {
  if (mark === 'bold') {
    const before = text.slice(0, start);
    const after = text.slice(end);
    const inner = text.slice(start, end);
    return before.endsWith(bold) && after.startsWith(bold)
      ? {
          text: before.slice(0, -bold.length) + inner + after.slice(bold.length),
          start: start - bold.length,
          end: end - bold.length,
        }
      : {
          text: before + bold + inner + bold + after,
          start: start + bold.length,
          end: end + bold.length,
        };
  }
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const beginning = beginnings[mark];
  const lines = text.slice(from, to).split('\n');
  const has = lines.every((line) => line.startsWith(beginning));
  const changed = lines
    .map((line) => (has ? line.slice(beginning.length) : `${beginning}${line}`))
    .join('\n');
  return {
    text: text.slice(0, from) + changed + text.slice(to),
    start: from,
    end: from + changed.length,
  };
}
