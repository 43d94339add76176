import { type BrowserFacts, deviceKind } from '../../../domain/requirements/browser.rule';

/**
 * Whether this browser shows a PDF in a frame. Phones and tablets do not, even if they report that
 * they can: iOS shows the first page as an image, and Android an empty frame.
 */
export const showsPdf = (browser: BrowserFacts, viewer: boolean | undefined): boolean =>
  viewer === true && deviceKind(browser) === 'desktop';
