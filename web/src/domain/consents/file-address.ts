import { config } from '../../lib/http/config';

/** The address of a stored file; the API may be on a different origin. */
export const fileAddress = (url: string) => (url.startsWith('/') ? config.apiUrl + url : url);

/** The address of the same file, for a frame or a tab that shows it instead of saving it. */
export const shownAddress = (url: string) => `${fileAddress(url)}&inline=1`;
