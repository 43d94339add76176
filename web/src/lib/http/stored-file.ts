import { ApiError } from './api';

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Downloads a stored file to compute its size and the SHA-256 of its bytes. The bytes are not kept.
 * The signed address itself permits the download, so no token is sent.
 * @throws ApiError, of status 0 if the server was not reached
 */
export async function fetchFileHash(
  address: string,
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const answer = await fetch(address, { signal, credentials: 'omit' }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiError(0, 'unreachable', '');
  });
  if (!answer.ok) throw new ApiError(answer.status, 'not_found', '');
  const content = await answer.arrayBuffer();
  return {
    bytes: content.byteLength,
    sha256: hex(await crypto.subtle.digest('SHA-256', content)),
  };
}
