import type { TimelineTemplate } from '../../../../../contracts/study-files/study-timelines';
import classes from './gallery.module.css';

/**
 * Sketches of what participants see in each template. The text beside a sketch says the same, so
 * screen readers skip the sketch.
 */
const inner = {
  stroop: (
    <>
      <rect x="38" y="34" width="44" height="14" rx="3" className={classes.warm} />
      {[26, 50, 74].map((x) => (
        <rect key={x} x={x} y="62" width="18" height="12" rx="3" className={classes.line} />
      ))}
    </>
  ),
  n_back: (
    <>
      {[0, 1, 2, 3].map((i) => (
        <rect
          key={i}
          x={14 + 24 * i}
          y={38}
          width="20"
          height="24"
          rx="3"
          className={i === 1 || i === 3 ? classes.full : classes.line}
        />
      ))}
      <path d="M48 34 C 56 20, 88 20, 96 34" className={classes.stroke} />
    </>
  ),
  flanker: (
    <>
      {[0, 1, 2, 3, 4].map((i) => (
        <path
          key={i}
          d={i === 2 ? 'M67 40 L53 50 L67 60' : `M${13 + 20 * i} 40 l14 10 l-14 10`}
          className={i === 2 ? classes.strong : classes.stroke}
        />
      ))}
    </>
  ),
  go_no_go: (
    <>
      <circle cx="42" cy="50" r="15" className={classes.full} />
      <circle cx="80" cy="50" r="14" className={classes.stroke} />
      <path d="M70 60 L90 40" className={classes.stroke} />
    </>
  ),
  audio_discrimination: (
    <>
      {[8, 18, 30, 14, 24, 34, 20, 10, 16, 26, 12].map((height, i) => (
        <rect
          key={i}
          x={17 + 8 * i}
          y={50 - height / 2}
          width="4"
          height={height}
          rx="2"
          className={i < 5 ? classes.full : i > 5 ? classes.line : classes.none}
        />
      ))}
    </>
  ),
  questionnaire: (
    <>
      {[32, 50, 68].map((y, row) => (
        <g key={y}>
          <rect x="18" y={y - 3} width="30" height="5" rx="2.5" className={classes.line} />
          {[0, 1, 2, 3, 4].map((i) => (
            <circle
              key={i}
              cx={60 + 10 * i}
              cy={y}
              r="3.5"
              className={i === (row * 3 + 1) % 5 ? classes.full : classes.stroke}
            />
          ))}
        </g>
      ))}
    </>
  ),
  empty: <path d="M60 36 V64 M46 50 H74" className={classes.strong} />,
} satisfies Record<TimelineTemplate | 'empty', React.ReactNode>;

export const TemplateDrawing = ({ of }: { of: TimelineTemplate | 'empty' }) => (
  <svg viewBox="0 0 120 100" className={classes.drawing} aria-hidden>
    <rect x="4" y="12" width="112" height="76" rx="8" className={classes.screen} />
    {inner[of]}
  </svg>
);
