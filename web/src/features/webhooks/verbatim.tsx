import classes from './verbatim.module.css';

/** Shows a text exactly as a program sent it or will receive it. */
export function VerbatimText({ children, label }: { children: string; label?: string }) {
  return (
    <pre className={classes.text} {...(label && { role: 'group', 'aria-label': label })}>
      {children}
    </pre>
  );
}
