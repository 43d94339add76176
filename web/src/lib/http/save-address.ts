import { config } from './config';

/** The browser saves what is at a signed address of the API, and stays on the page. */
export function saveAddress(url: string): void {
  const link = Object.assign(document.createElement('a'), {
    href: new URL(url, config.apiUrl || location.origin).href,
    rel: 'noopener',
  });
  link.click();
}
