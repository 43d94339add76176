import Markdown, { type Components } from 'react-markdown';
import classes from './markdown.module.css';

// Untrusted text: no raw HTML, no images that would tell another server who reads it; links send no
// referrer.
const components: Components = {
  a: ({ children, href }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  img: ({ alt }) => <span>{alt}</span>,
};
/** Headings of the text rank below the page's own. */
const lower: Components = {
  ...components,
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
};

/** A researcher's text, at a readable line length. */
export const ReadingText = ({ children }: { children: string }) => (
  <div className={classes.text}>
    <Markdown components={lower} skipHtml>
      {children}
    </Markdown>
  </div>
);
