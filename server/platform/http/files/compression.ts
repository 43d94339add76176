import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { runnerPage, webAppPage } from '../../../../contracts/base/non-json-operations';
import type { ServerRoute } from '../../../../contracts/base/non-json-operations';
import type { HttpReply } from '../request';

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Set if many callers get exactly the same response text, which is then compressed once for all
     * of them.
     */
    shared?: true;
  }
}

type Encoding = 'br' | 'gzip';

/**
 * The smallest text, in bytes, that is compressed: a smaller response fits into one packet with its
 * headers anyway.
 */
const worthIt = 1024;
/**
 * How many compressed texts are kept in memory, each of some kilobytes: about as many as there are
 * catalogue pages that are requested at the same time.
 */
const sharedAtOnce = 64;

/** The settings favour speed over size: a response is compressed while its caller waits. */
const pack: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (text) => promisify(gzip)(text, { level: 6 }),
};

/**
 * Returns the best encoding that the client accepts (RFC 9110, 12.5.3); undefined if it accepts
 * none.
 */
export function contentEncodingFor(accepted: string | undefined): Encoding | undefined {
  const weights = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
      const q = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find(Boolean);
      return [name.trim(), q === undefined ? 1 : Number(q)] as const;
    }),
  );
  const weight = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  const [best] = (['br', 'gzip'] as const)
    .filter((name) => weight(name) > 0)
    .sort((a, b) => weight(b) - weight(a));
  return best;
}

/**
 * Whether the responses of an operation may be compressed: only if the contract says so. The length
 * of a compressed response reveals something about its content, so no response with a token, a code
 * or a key is compressed (BREACH; docs/security.md).
 */
const mayBe = (operation: ServerRoute | undefined) =>
  operation === webAppPage ||
  operation === runnerPage ||
  (operation !== undefined && 'compressed' in operation && operation.compressed === true);

/**
 * Compresses the page of the web app, and the responses that the contract allows to be compressed.
 */
export function compressResponses(fastify: FastifyInstance): void {
  const shared = new LRUCache<string, Promise<Buffer>>({ max: sharedAtOnce });
  const once = (text: string, encoding: Encoding) => {
    const key = `${encoding} ${text}`;
    const before = shared.get(key);
    if (before) return before;
    const packed = pack[encoding](text);
    shared.set(key, packed);
    return packed;
  };
  fastify.addHook('onSend', async (request, reply: HttpReply, payload: unknown) => {
    if (typeof payload !== 'string' || reply.statusCode !== 200) return payload;
    if (!mayBe(request.routeOptions.config.operation)) return payload;
    const vary = String(reply.getHeader('Vary') ?? '');
    void reply.header('Vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding');
    const encoding = contentEncodingFor(request.headers['accept-encoding']);
    if (!encoding || payload.length < worthIt) return payload;
    const packed = await (reply.shared ? once(payload, encoding) : pack[encoding](payload));
    void reply.header('Content-Encoding', encoding).removeHeader('Content-Length');
    return packed;
  });
}
