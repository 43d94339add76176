import { onDemand } from '../on-demand';
import classes from './markdown.module.css';
import { isUnformatted, paragraphsOfText } from './unformatted.rule';

const Markup = onDemand(async () => (await import('./markup')).RenderedMarkdown);

const Paragraphs = ({ children }: { children: string }) =>
  paragraphsOfText(children).map((text, i) => <p key={i}>{text}</p>);

/**
 * Shows a text that a researcher wrote, at a readable line length. Most texts are plain paragraphs
 * and need no Markdown renderer. The renderer would make the page 25 % larger, so it is fetched
 * only for a text with Markdown. Until then, the text is shown without its formatting.
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
