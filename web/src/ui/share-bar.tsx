import classes from './share-bar.module.css';

/**
 * Shows a part of a whole as a bar, without a text for screen readers, since its number stands
 * beside it. `className` sets its width, and `--share-bar` a colour other than the accent.
 */
export function PercentageBar({
  part,
  whole,
  className,
}: {
  part: number;
  whole: number;
  className: string | undefined;
}) {
  return (
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className={`${classes.bar} ${className}`}
      aria-hidden
    >
      <rect width="100" height="10" className={classes.all} />
      <rect width={(part / whole) * 100} height="10" className={classes.part} />
    </svg>
  );
}
