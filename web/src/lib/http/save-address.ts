import { config } from './config';

/** Lets the browser save what is at a signed address of the API; the page stays open. */
export function saveAddress(url: string): void {
  const link = Object.assign(document.createElement('a'), {
    href: new URL(url, config.apiUrl || location.origin).href,
    rel: 'noopener',
  });
  link.click();
}
