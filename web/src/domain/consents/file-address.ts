import { config } from '../../lib/http/config';

/** The address of a stored file. The API may be on a different origin than the page. */
export const fileAddress = (url: string) => (url.startsWith('/') ? config.apiUrl + url : url);

/** The address that makes a browser show the file in a frame or a tab instead of saving it. */
export const inlineFileAddress = (url: string) => `${fileAddress(url)}&inline=1`;
