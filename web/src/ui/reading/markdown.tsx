import { onDemand } from '../on-demand';
import classes from './markdown.module.css';
import { isUnformatted, paragraphsOfText } from './unformatted.rule';

const Markup = onDemand(async () => (await import('./markup')).RenderedMarkdown);

const Paragraphs = ({ children }: { children: string }) =>
  paragraphsOfText(children).map((text, i) => <p key={i}>{text}</p>);

/**
 * Shows a text that a researcher wrote, at a readable line length. Most texts are plain paragraphs
 * and need no Markdown renderer, which is as large as a quarter of the page. If a text contains
 * Markdown, its words are shown immediately, and its formatting once the renderer has loaded.
 */
export const MarkdownText = ({
  children,
  blanks = false,
}: {
  children: string;
  /** Whether to mark the blanks that are still to be filled in. */
  blanks?: boolean;
}) => (
  <div className={classes.text}>
    {isUnformatted(children) && !blanks ? (
      <Paragraphs>{children}</Paragraphs>
    ) : (
      <Markup waiting={<Paragraphs>{children}</Paragraphs>} blanks={blanks}>
        {children}
      </Markup>
    )}
  </div>
);
