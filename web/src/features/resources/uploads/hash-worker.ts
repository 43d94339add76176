import { createSHA256 } from 'hash-wasm';

/*
 * Computes SHA-256 in a web worker, so that the page stays responsive. It receives `{ id, file }`
 * and answers `{ id, sha256 }` or `{ id, failed }`.
 */

export interface HashRequest {
  readonly id: number;
  readonly file: Blob;
}
export type HashResponse = { readonly id: number } & (
  | { readonly sha256: string }
  | { readonly failed: true }
);

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Some browsers do not run WebAssembly, for example in a lockdown mode. They use the browser's own
 * SHA-256, which needs memory for the whole file.
 */
const hasher = createSHA256().catch(() => undefined);

async function hashOf(file: Blob): Promise<string> {
  const sha256 = await hasher;
  if (!sha256) return hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  sha256.init();
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return sha256.digest('hex');
    sha256.update(value);
  }
}

let before: Promise<unknown> = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<HashRequest>) => {
  const { id, file } = data;
  // The hasher has only one state, so one file is hashed after the other.
  before = before.then(() =>
    hashOf(file).then(
      (sha256) => postMessage({ id, sha256 } satisfies HashResponse),
      () => postMessage({ id, failed: true } satisfies HashResponse),
    ),
  );
});
