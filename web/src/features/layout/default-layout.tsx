import { LoadingOverlay } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useUi } from '../../lib/ui.store';
import { Banners } from './banners';
import { ContactDialog } from './contact.dialog';
import { CookieNotice } from './cookie-notice';
import { Footer } from './footer';
import { Header } from './header';
import classes from './layout.module.css';
import { SkipLink } from './skip-link';

/**
 * Scrolls to the element that the address's fragment names, also when it renders a moment later;
 * its heading takes the focus.
 */
function useAnchor() {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash.length < 2) return undefined;
    const show = () => {
      const target = document.getElementById(decodeURIComponent(hash.slice(1)));
      target?.scrollIntoView({ block: 'start' });
      const heading = target?.matches('section') ? target.querySelector<HTMLElement>('h2') : null;
      if (heading) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
      return target !== null;
    };
    if (show()) return undefined;
    const seen = new MutationObserver(() => {
      if (show()) seen.disconnect();
    });
    seen.observe(document.body, { childList: true, subtree: true });
    const stop = setTimeout(() => seen.disconnect(), 5000);
    return () => {
      seen.disconnect();
      clearTimeout(stop);
    };
  }, [hash, key]);
}

export function DefaultLayout({ children }: { children: ReactNode }) {
  useAnchor();
  const spinner = useUi((s) => s.spinner);
  const overlay = useUi((s) => s.overlayVisible);
  return (
    <>
      <SkipLink />
      {spinner && <div className={classes.progress} aria-hidden />}
      <Header />
      <Banners />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer />
      <ContactDialog />
      <CookieNotice />
      <LoadingOverlay visible={overlay} pos="fixed" zIndex={400} />
    </>
  );
}
