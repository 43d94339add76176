import type {
  EndpointResponse,
  Endpoint,
  EndpointRequest,
} from '../../../../contracts/base/endpoint';
import { parseAnswer, ApiError, authHeaders, type ApiCallParts, apiRequestOf } from './api';
import { config } from './config';

/**
 * Calls an endpoint that takes a file, and reports the progress of the upload. `fetch` cannot
 * report progress.
 * @param onProgress called with the part that was sent, from 0 to 1
 * @throws ApiError; of status 0 if the server was not reached
 */
export function uploadFile<E extends Endpoint>(
  e: E,
  send: EndpointRequest<E>,
  onProgress: (part: number) => void,
): Promise<EndpointResponse<E>> {
  const { url, method, body } = apiRequestOf(e, send as ApiCallParts);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open(method, config.apiUrl + url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(authHeaders()))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ApiError(0, 'unreachable', ''));
    request.onload = () => {
      try {
        const { status, responseText } = request;
        resolve(parseAnswer(status, responseText, (name) => request.getResponseHeader(name)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    request.send(body);
  });
}
