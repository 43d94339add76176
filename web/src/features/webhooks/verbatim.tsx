import classes from './verbatim.module.css';

/** What a machine sent or is sent, character by character. */
export function Verbatim({ children, label }: { children: string; label?: string }) {
  return (
    <pre className={classes.text} {...(label && { role: 'group', 'aria-label': label })}>
      {children}
    </pre>
  );
}
