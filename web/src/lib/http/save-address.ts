import { config } from './config';

/** Lets the browser save the file at a signed address of the API, without leaving the page. */
export function saveFileFromAddress(url: string): void {
  const link = Object.assign(document.createElement('a'), {
    href: new URL(url, config.apiUrl || location.origin).href,
    rel: 'noopener',
  });
  link.click();
}
