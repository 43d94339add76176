import type { FunctionComponent } from 'react';
import type { PageAccessLevel, PageAccess } from '../lib/navigation/guard.rule';
import { fetchedPage, type FetchedPage } from './fetched-page';

export interface PageRoute extends PageAccess, FetchedPage {
  path: string;
  layout: 'default' | 'empty';
}

/**
 * Describes one page of the app. Each page is in a separate file, which is fetched with its texts
 * when a person first visits it.
 */
export const row = (
  path: string,
  access: PageAccessLevel,
  load: () => Promise<FunctionComponent>,
  texts: readonly string[],
  more: Partial<PageRoute> = {},
): PageRoute => ({ path, access, layout: 'default', ...fetchedPage(load, texts), ...more });
