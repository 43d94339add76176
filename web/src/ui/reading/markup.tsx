import Markdown, { type Components } from 'react-markdown';
import { placeholdersIn } from '../../../../contracts/base/blanks';

// How elements of an untrusted text are rendered: no raw HTML, no images that would reveal to
// another server who reads the text; links send no referrer.
const components: Components = {
  a: ({ children, href }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  img: ({ alt }) => <span>{alt}</span>,
};
/** Headings of the text get a lower level than the page's own. */
const lower: Components = {
  ...components,
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
};

/**
 * Marks the blanks that are still to be filled in. `asCode` passes them to the renderer as code.
 */
const marked: Components = { ...lower, code: ({ children }) => <mark>{children}</mark> };
const asCode = (text: string) =>
  placeholdersIn(text).reduceRight(
    (before, { at, length, hint }) =>
      `${before.slice(0, at)}\`${hint.replaceAll('`', '’')}\`${before.slice(at + length)}`,
    text,
  );

/**
 * A text with Markdown. `MarkdownText` fetches this component if a text contains Markdown, or
 * blanks to mark.
 */
export const RenderedMarkdown = ({ children, blanks }: { children: string; blanks: boolean }) => (
  <Markdown components={blanks ? marked : lower} skipHtml>
    {blanks ? asCode(children) : children}
  </Markdown>
);
