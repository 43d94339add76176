import i18next from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useTermsAcceptance } from '../../domain/operator/use-terms';
import { useUi } from '../../lib/ui.store';
import { onDemand } from '../../ui/on-demand';
import { Banners } from './banners';
import { CookieNotice } from './cookie-notice';
import { Footer } from './footer';
import { Header } from './menus/header';
import classes from './layout.module.css';
import { OfflineNotice } from './offline';
import { SkipLink } from './skip-link';

const laterTexts = () => i18next.loadNamespaces('layout-later');
const ContactDialog = onDemand(async () => {
  await laterTexts();
  return (await import('./contact.dialog')).ContactDialog;
});
const TermsNotice = onDemand(async () => {
  await laterTexts();
  return (await import('./terms-notice')).TermsNotice;
});
const Overlay = onDemand(async () => (await import('./overlay')).BusyOverlay);

/**
 * The dialog with the contacts. Once it was opened, it stays rendered, so that its closing is
 * animated.
 */
function Contact() {
  const visible = useUi((s) => s.contactVisible);
  const [opened, setOpened] = useState(visible);
  if (visible && !opened) setOpened(true);
  return opened ? (
    <ContactDialog onMissing={() => useUi.getState().set({ contactVisible: false })} />
  ) : null;
}

/**
 * Scrolls to the element that the address's fragment names, even if it renders a moment later, and
 * focuses its heading.
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
  const terms = useTermsAcceptance();
  const spinner = useUi((s) => s.spinner);
  const overlay = useUi((s) => s.overlayVisible);
  return (
    <>
      <SkipLink />
      {spinner && <div className={classes.progress} aria-hidden />}
      <Header />
      <OfflineNotice />
      <Banners />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer />
      <Contact />
      <CookieNotice />
      {terms.data?.asked && <TermsNotice />}
      {overlay && <Overlay />}
    </>
  );
}
