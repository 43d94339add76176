import { type Browser, deviceKind } from '../../../domain/requirements/browser.rule';

/**
 * Whether this browser shows a PDF in a frame of a page. Phones and tablets do not, whatever they say
 * of their viewer: iOS draws the first page as a picture, and Android an empty frame.
 */
export const showsPdf = (browser: Browser, viewer: boolean | undefined): boolean =>
  viewer === true && deviceKind(browser) === 'desktop';
