import type { ReactNode } from 'react';
import { CookieNotice } from './cookie-notice';
import classes from './layout.module.css';

/** The page without a header or a footer. */
export const EmptyLayout = ({ children }: { children: ReactNode }) => (
  <>
    <main id="main" tabIndex={-1} className={classes.alone}>
      {children}
    </main>
    <CookieNotice />
  </>
);
