import { onDemand } from '../on-demand';
import classes from './markdown.module.css';
import { isPlain, paragraphs } from './unformatted.rule';

const Markup = onDemand(async () => (await import('./markup')).Markup);

const Paragraphs = ({ children }: { children: string }) =>
  paragraphs(children).map((text, i) => <p key={i}>{text}</p>);

/**
 * A text that a researcher wrote, at a readable line length. Most descriptions are plain paragraphs
 * and need no Markdown renderer, which is as large as a quarter of the page. If a text contains
 * Markdown, its words are shown immediately, and their formatting follows.
 */
export const ReadingText = ({
  children,
  blanks = false,
}: {
  children: string;
  /** Whether to mark the blanks that are still to be filled in. */
  blanks?: boolean;
}) => (
  <div className={classes.text}>
    {isPlain(children) && !blanks ? (
      <Paragraphs>{children}</Paragraphs>
    ) : (
      <Markup waiting={<Paragraphs>{children}</Paragraphs>} blanks={blanks}>
        {children}
      </Markup>
    )}
  </div>
);
