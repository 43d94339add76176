import { config } from '../../lib/http/config';

/** The address of a stored file, where the API may be on another origin. */
export const fileAddress = (url: string) => (url.startsWith('/') ? config.apiUrl + url : url);

/** The same, for a frame or a tab that shows the file instead of saving it. */
export const shownAddress = (url: string) => `${fileAddress(url)}&inline=1`;
