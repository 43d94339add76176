import { Route, Routes } from 'react-router';
import { Root } from './root';
import type { PageRoute } from './navigation/row';
import { ErrorBoundary } from './ui/feedback/error-boundary';

/**
 * All pages, each between the header and the footer. If a page throws an error, header and footer
 * stay, unless one of them caused the error.
 */
export const AppRoutes = ({ rows }: { rows: readonly PageRoute[] }) => (
  <ErrorBoundary>
    <Routes>
      <Route element={<Root rows={rows} />}>
        {rows.map((row) => (
          <Route
            key={row.path}
            path={row.path}
            element={
              <ErrorBoundary>
                <row.Page />
              </ErrorBoundary>
            }
          />
        ))}
      </Route>
    </Routes>
  </ErrorBoundary>
);
