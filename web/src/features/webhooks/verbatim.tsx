import classes from './verbatim.module.css';

/** A text that a program sent or will receive, shown character by character. */
export function VerbatimText({ children, label }: { children: string; label?: string }) {
  return (
    <pre className={classes.text} {...(label && { role: 'group', 'aria-label': label })}>
      {children}
    </pre>
  );
}
