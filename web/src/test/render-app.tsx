import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import i18next from 'i18next';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReactNode, Suspense } from 'react';
import { createPath, type InitialEntry, MemoryRouter, useLocation } from 'react-router';
import { startTranslations } from '../i18n';
import { useAuth } from '../lib/auth/auth.store';
import { queryClient } from '../lib/query-client';
import { useUi } from '../lib/ui.store';
import { removeToken } from '../lib/http/token';
import { AppRoutes } from '../app-routes';
import type { PageRoute } from '../navigation/row';
import { routes } from '../routes';
import { theme } from '../ui/theme';

/** Each file of texts is read once for a test file; as in the product, a missing file is no error. */
const texts = (language: string, namespace: string) => {
  const file = join(__dirname, '../../../locales', language, `${namespace}.json`);
  return Promise.resolve(
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {},
  );
};

/** Resets the browser: texts in English (or another language), signed out, an empty cache. */
export async function freshBrowser(language = 'en') {
  window.scrollTo = () => undefined;
  // The sign-in state is reset before the storage is cleared, because resetting it writes into the
  // storage.
  useAuth.setState({ ended: null });
  localStorage.clear();
  sessionStorage.clear();
  removeToken();
  useAuth.getState().forgetRedirect();
  useUi.getState().hideMessage();
  useUi.setState({ cookieConsent: false, left: false });
  useAuth.getState().sync();
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  // Texts that an earlier test has loaded are kept.
  if (!i18next.isInitialized) await startTranslations(texts, ['en', 'de'], language);
  else if (i18next.language !== language) await i18next.changeLanguage(language);
}

/**
 * The providers around the app, without Mantine's global style sheets: jsdom computes no layout,
 * but would match each of their rules against each element whose role or visibility a test asks
 * for.
 */
const Frame = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
    <QueryClientProvider client={queryClient}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  </MantineProvider>
);

function renderRoutes(rows: readonly PageRoute[], address: string) {
  let place = '';
  const Place = () => {
    place = createPath(useLocation());
    return null;
  };
  render(
    <Frame>
      <MemoryRouter initialEntries={[address]}>
        <Place />
        <AppRoutes rows={rows} />
      </MemoryRouter>
    </Frame>,
  );
  return { at: () => place };
}
/** Renders the whole app at an address. */
export const renderApp = (address: string) => renderRoutes(routes, address);

const bare = routes.map((row): PageRoute => ({ ...row, layout: 'empty' }));
/**
 * Renders the app at an address with the empty layout: without header, banners, footer and cookie
 * notice, for tests that are not about them. Rendering them takes as long as rendering a page.
 */
export const renderPage = (address: string) => renderRoutes(bare, address);

/** Renders one component inside the providers that every page has. */
export const renderPart = (part: ReactNode, initialEntries?: InitialEntry[]) =>
  render(
    <Frame>
      <MemoryRouter initialEntries={initialEntries}>{part}</MemoryRouter>
    </Frame>,
  );
