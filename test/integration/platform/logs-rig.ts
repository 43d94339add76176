import { Client } from 'pg';
import type request from 'supertest';
import { captureLog, encodingsOf } from '../../support/app/captured-log';
import { startTestWorkers } from '../../support/app/workers';
import { startAppWithOidcIssuers, startOidcIssuers } from '../authentication/oidc/oidc-people';
import { accountRequestsOf } from '../accounts/account-requests';
import { Inbox } from '../mail/inbox';

export const visitorAddress = 'wilfredo.quackenbush@private-mailbox.test';
export const visitorNetwork = '203.0.113.77';

/** Values that must not appear in any log line, with a description of each. */
export class ConfidentialValues {
  private readonly values = new Map<string, string>();

  get size(): number {
    return this.values.size;
  }

  readonly add = (what: string, value: string): string => {
    if (value.length < 6) throw new Error(`${what} is too short to be looked for`);
    this.values.set(value, what);
    return value;
  };

  /** Adds the secrets in a response, which only the reader of the response may know. */
  readonly note = (body: unknown): void => {
    if (Array.isArray(body)) return body.forEach(this.note);
    if (typeof body !== 'object' || body === null) return;
    for (const [key, value] of Object.entries(body)) {
      if (key === 'recovery_codes' && Array.isArray(value))
        value.forEach((code) => this.add('a recovery code', String(code)));
      else if (typeof value === 'string' && value.startsWith('http') && value.includes('?'))
        for (const [name, part] of [...new URL(value).searchParams].filter(
          ([name, part]) => telling.test(name) && part.length > 12,
        ))
          this.add(`${name} in an address`, part);
      else if (
        typeof value === 'string' &&
        telling.test(key) &&
        value.length > 12 &&
        !/^[a-z_]+$/.test(value)
      )
        this.add(key, value); // error codes are not confidential
      else this.note(value);
    }
  };

  /** Describes each confidential value that the lines contain, in any encoding. */
  in(lines: readonly string[]): string[] {
    // Searches all lines at once: hundreds of encodings in each of thousands of lines take long.
    const text = lines.join('\n').toLowerCase();
    return [...this.values].flatMap(([value, what]) =>
      encodingsOf(value)
        .filter((one) => text.includes(one))
        .flatMap((one) =>
          text
            .split('\n')
            .filter((line) => line.includes(one))
            .map((line) => `${what} in ${line}`),
        ),
    );
  }
}

const telling =
  /^(token|link_token|flow_key|secret|code|signature|saml_access_code|SAMLResponse|id_token|state|nonce)$/;

export type LogsRig = Awaited<ReturnType<typeof openLogsRig>>;

/**
 * Opens an application and workers with the most verbose log level, and collects everything that
 * they print.
 */
export async function openLogsRig() {
  const inbox = new Inbox();
  const logs = { server: captureLog('trace', 'server'), workers: captureLog('trace', 'workers') };
  const printed: string[] = [];
  const confidential = new ConfidentialValues();
  const secret = confidential.add;
  await inbox.start();
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    jest
      .spyOn(console, level)
      .mockImplementation((...words: unknown[]) => void printed.push(words.join(' ')));
  const issuers = await startOidcIssuers();
  const run = await startAppWithOidcIssuers(issuers, {
    environment: { SMTP_URL: inbox.url, TRUSTED_PROXIES: 'loopback', RATE_LIMITS: 'on' },
    log: logs.server.log,
    onAnswer: (payload) =>
      typeof payload === 'string' &&
      /^[{[]/.test(payload) &&
      confidential.note(JSON.parse(payload)),
  });
  const workers = await startTestWorkers(run, { log: logs.workers.log });
  const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
  const lines = () => [...logs.server.lines, ...logs.workers.lines, ...printed];
  return {
    run,
    inbox,
    logs,
    issuers,
    owner,
    people: accountRequestsOf(run),
    confidential,
    secret,
    password: secret('a password', 'Tremendous-Walrus-1'),
    names: {
      first_name: secret('a first name', 'Wilfredonius'),
      last_name: secret('a last name', 'Quackenbush'),
    },
    /** Adds headers to the request. Their values must not be logged either. */
    from: (test: request.Test) =>
      test
        .set('X-Forwarded-For', visitorNetwork)
        .set('User-Agent', 'Mozilla/5.0 Zweifelbrowser/77.0')
        .set('Cookie', `ff_user_access_token=${secret('a cookie', 'cookie-QmFzZTY0LXNlY3JldA')}`),
    lines,
    leaks: () => confidential.in(lines()),
    async close() {
      await owner.end();
      await workers.close();
      await run.close();
      await issuers.close();
      await inbox.stop();
      jest.restoreAllMocks();
    },
  };
}
