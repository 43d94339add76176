import { config } from '../../lib/http/config';

/** Returns the address of a stored file; the API may be on a different origin than the page. */
export const fileAddress = (url: string) => (url.startsWith('/') ? config.apiUrl + url : url);

/** Returns the address at which a browser shows the file instead of saving it. */
export const inlineFileAddress = (url: string) => `${fileAddress(url)}&inline=1`;
