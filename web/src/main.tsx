import './lib/zod-setup';
import '@mantine/core/styles.css';
import './ui/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { startTranslations } from './i18n';
import { config } from './lib/http/config';
import { LiveProvider } from './lib/live/live-context';
import { startLiveUpdates } from './lib/live/live-start';
import { loadTexts, languagesWithTexts } from './lib/locale-files';
import { createGuardedHistory } from './lib/navigation/guarded-history';
import { prefetchOnIntent } from './prefetch';
import { queryClient } from './lib/query-client';
import { AppRouter } from './navigation/app-router';
import { AppRoutes } from './app-routes';
import { routes } from './routes';
import { theme, themeVariables } from './ui/theme';

// When a dialog opens, the scroll lock inserts a style element. It takes the nonce of the element
// from this global variable (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: config.nonce || undefined });

const live = startLiveUpdates(queryClient);
const history = createGuardedHistory();

prefetchOnIntent(routes);

void startTranslations(loadTexts, languagesWithTexts).then(() => {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={themeVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => config.nonce}
      >
        <QueryClientProvider client={queryClient}>
          <LiveProvider live={live}>
            <Suspense>
              <AppRouter history={history}>
                <AppRoutes rows={routes} />
              </AppRouter>
            </Suspense>
          </LiveProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
});
