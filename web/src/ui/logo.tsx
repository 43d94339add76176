import classes from './logo.module.css';

export const Logo = ({ compact = false }: { compact?: boolean }) => (
  <span className={classes.logo}>
    <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden>
      <rect width="32" height="32" rx="8" fill="#0f766e" />
      <path
        d="M21.2 10.6a7.5 7.5 0 1 0 0 10.8"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="23" cy="16" r="2.6" fill="#8ee3d3" />
    </svg>
    {!compact && <span>Commonlab</span>}
  </span>
);
