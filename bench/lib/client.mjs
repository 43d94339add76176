import { connect } from 'node:net';

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;

/**
 * Serializes a request before the measurement, so that the measured time does not include the
 * serialization.
 * @param {'GET' | 'POST' | 'PUT'} method @param {string} path
 * @param {{ token?: string, body?: object }} [options]
 */
export function serializeRequest(method, path, { token, body } = {}) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Accept: application/json',
    'Accept-Language: en',
  ];
  if (token) lines.push(`Authorization: Bearer ${token}`);
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

/**
 * A client with one keep-alive connection and one request at a time. It uses as little processor
 * time as possible, since this time would distort the server's figures.
 */
class Connection {
  /** @type {Buffer | undefined} */
  #partial;
  /** @type {((status: number, body: Buffer) => void) | undefined} */
  #answered;
  /** @type {((error: Error) => void) | undefined} */
  #failed;

  /** @param {number} port */
  constructor(port) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk) => this.#take(chunk));
    const lost = (/** @type {Error | undefined} */ error) =>
      this.#failed?.(error ?? new Error('the server closed the connection'));
    this.socket.on('error', lost).on('close', () => lost(undefined));
  }

  /**
   * Sends a request and calls back with the response or the error.
   * @param {Buffer} bytes
   * @param {(status: number, body: Buffer) => void} answered
   * @param {(error: Error) => void} failed
   */
  send(bytes, answered, failed) {
    this.#answered = answered;
    this.#failed = failed;
    this.socket.write(bytes);
  }

  /** @param {Buffer} chunk */
  #take(chunk) {
    const all = this.#partial ? Buffer.concat([this.#partial, chunk]) : chunk;
    const head = all.indexOf(END_OF_HEAD);
    const length = head < 0 ? undefined : LENGTH.exec(all.latin1Slice(0, head))?.[1];
    if (head >= 0 && length === undefined)
      return this.#failed?.(new Error('an answer without Content-Length'));
    const end = head + 4 + Number(length);
    if (head < 0 || all.length < end) {
      this.#partial = all;
      return undefined;
    }
    this.#partial = undefined;
    return this.#answered?.(Number(all.latin1Slice(9, 12)), all.subarray(head + 4, end));
  }
}

/**
 * @typedef {{ ms: number, latencies: number[], statuses: Record<number, number>, cpuMs: number,
 * bodies: Buffer[] }} Drive
 */

/**
 * Sends lists of requests over a fixed number of connections; each connection sends its next
 * request as soon as it has its response.
 */
export class LoadDriver {
  /** Opens the connections. @param {number} port @param {number} [at] how many at a time */
  constructor(port, at = 64) {
    this.connections = Array.from({ length: at }, () => new Connection(port));
  }

  /**
   * Sends all requests, and measures the time and the processor time that they took.
   * @param {Buffer[]} requests
   * @param {{ keep?: boolean }} [options] keep: the bodies of the answers
   * @returns {Promise<Drive>}
   */
  run(requests, { keep = false } = {}) {
    /** @type {Record<number, number>} */
    const statuses = {};
    const latencies = new Array(requests.length).fill(0);
    /** @type {Buffer[]} */
    const bodies = [];
    return new Promise((resolve, reject) => {
      let next = 0;
      let open = 0;
      const cpu = process.cpuUsage();
      const began = performance.now();
      /** @param {Connection} connection */
      const advance = (connection) => {
        const i = next;
        const bytes = requests[i];
        if (bytes === undefined) {
          if (open === 0) {
            const ms = performance.now() - began;
            const { user, system } = process.cpuUsage(cpu);
            resolve({ ms, latencies, statuses, cpuMs: (user + system) / 1000, bodies });
          }
          return;
        }
        next += 1;
        open += 1;
        const sent = performance.now();
        connection.send(
          bytes,
          (status, body) => {
            latencies[i] = performance.now() - sent;
            statuses[status] = (statuses[status] ?? 0) + 1;
            if (keep) bodies[i] = body;
            open -= 1;
            advance(connection);
          },
          reject,
        );
      };
      for (const connection of this.connections) advance(connection);
    });
  }

  close() {
    for (const { socket } of this.connections) socket.removeAllListeners('close').destroy();
  }
}
