import { config } from '../../lib/http/config';

/** The address of a stored file, where the API may be on another origin. */
export const fileAddress = (url: string) => (url.startsWith('/') ? config.apiUrl + url : url);
