import { config } from '../../lib/http/config';

/** The address of a stored file; the API may be on a different origin. */
export const fileAddress = (url: string) => (url.startsWith('/') ? config.apiUrl + url : url);

/** The same, for a frame or a tab that shows the file instead of saving it. */
export const shownAddress = (url: string) => `${fileAddress(url)}&inline=1`;
