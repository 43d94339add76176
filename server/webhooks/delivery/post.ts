import { type Dispatcher, request } from 'undici';
import type { WebhookAttempt } from '../../../contracts/webhooks/webhooks';
import { AddressRefused, PortRefused } from './guarded-agent';

export type DeliveryOutcome = Pick<WebhookAttempt, 'status' | 'problem' | 'answer' | 'duration_ms'>;

/**
 * How many milliseconds a complete attempt may take, from resolving the name to reading the answer.
 */
export const attemptTimeoutMs = 15_000;
/** How many bytes of the answer are read and kept for the log. */
const answerBytes = 500;

/**
 * Decodes the beginning of an answer for the log. Replaces NUL, which PostgreSQL refuses in texts.
 */
const asText = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes).replaceAll('\0', '\u{fffd}');

/** Reads the first bytes of an answer; the rest is not read. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size >= answerBytes) break; // ends the connection, so that the rest of the answer is not received
  }
  return asText(Buffer.concat(parts).subarray(0, answerBytes));
}

const problemOf = (error: unknown, tooLate: boolean): DeliveryOutcome['problem'] => {
  if (error instanceof AddressRefused) return 'address_refused';
  if (error instanceof PortRefused) return 'port_refused';
  const { name } = error as { name?: string };
  return tooLate || name === 'ConnectTimeoutError' ? 'too_slow' : 'no_connection';
};

/**
 * Makes one attempt to deliver a message. A status of 200 to 299 counts as delivered; a redirect is
 * a failure, since it could lead anywhere.
 * @returns null if `stop` aborted the attempt
 */
export async function postWebhookMessage(
  dispatcher: Dispatcher,
  url: string,
  headers: Record<string, string>,
  body: string,
  stop: AbortSignal,
): Promise<DeliveryOutcome | null> {
  const began = performance.now();
  const limit = AbortSignal.timeout(attemptTimeoutMs);
  const done = (outcome: Omit<DeliveryOutcome, 'duration_ms'>): DeliveryOutcome => ({
    ...outcome,
    duration_ms: Math.round(performance.now() - began),
  });
  try {
    const answer = await request(url, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Commonlab-Webhooks/1',
        ...headers,
      },
      body,
      signal: AbortSignal.any([limit, stop]),
    });
    const { statusCode: status } = answer;
    const isRight = status >= 200 && status < 300;
    // The status code decides whether the message was delivered. If reading the body fails
    // afterwards, that changes nothing.
    const text = await beginningOf(answer.body).catch(() => '');
    return done({ status, problem: isRight ? null : 'wrong_status', answer: text });
  } catch (error) {
    if (stop.aborted) return null;
    return done({ status: null, problem: problemOf(error, limit.aborted), answer: '' });
  }
}
