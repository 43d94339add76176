import './lib/zod-setup';
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import './ui/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { startTexts } from './i18n';
import { config } from './lib/http/config';
import { LiveProvider } from './lib/live/live-context';
import { startLive } from './lib/live/live-start';
import { loadTexts, translated } from './lib/locale-files';
import { near, prefetch } from './prefetch';
import { queryClient } from './lib/http/query-client';
import { useUser } from './lib/user';
import { Root } from './root';
import { routes } from './routes';
import { PageError } from './ui/feedback/page-error';
import { theme, variables } from './ui/theme';

// The scroll lock behind dialogs writes a style element; it takes the nonce from this global
// (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: config.nonce || undefined });

const live = startLive(queryClient);
const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <PageError />,
    children: routes.map((row) => ({
      path: row.path,
      handle: row,
      errorElement: <PageError />,
      element: <row.Page />,
    })),
  },
]);

/** The pages that this person may open next. */
function Ahead() {
  const who = useUser();
  const paths = near(routes, who)
    .map(({ path }) => path)
    .join(' ');
  useEffect(() => prefetch(routes.filter(({ path }) => paths.split(' ').includes(path))), [paths]);
  return null;
}

void startTexts(loadTexts, translated).then(() => {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => config.nonce}
      >
        <QueryClientProvider client={queryClient}>
          <LiveProvider live={live}>
            <Ahead />
            <Suspense>
              <RouterProvider router={router} />
            </Suspense>
          </LiveProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
});
