import classes from './verbatim.module.css';

/** A text that a machine sent or receives, character by character. */
export function Verbatim({ children, label }: { children: string; label?: string }) {
  return (
    <pre className={classes.text} {...(label && { role: 'group', 'aria-label': label })}>
      {children}
    </pre>
  );
}
