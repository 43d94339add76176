import Redis from 'ioredis';
import { Client } from 'pg';
import type { RunningApp } from '../../support/app/app';
import type { TestPerson } from '../../support/people/people';
import { openTestSocket } from '../../support/app/watcher';
import { exportRequestsOf } from '../data-rights/requesting';
import type { Inbox } from '../mail/inbox';
import { webhookRequestsOf } from '../webhooks/hooks';
import { answerNoContent, WebhookReceiver } from '../webhooks/receiver';
import { factsInResponse } from './crawl';
import { valuesInFact, type ObservedFact } from './facts';

/** Reads the facts in a person's copy of their data: each entry of each list in each file. */
export async function readOwnDataCopy(run: RunningApp, who: TestPerson): Promise<ObservedFact[]> {
  const files = await exportRequestsOf(run).copyOf(who.headers);
  return Object.entries(files)
    .filter(([name]) => name.endsWith('.json'))
    .flatMap(([name, text]) =>
      Object.values(JSON.parse(text) as Record<string, unknown>).flatMap((section) =>
        factsInResponse(`copy ${name}`, section),
      ),
    );
}

/** Opens a socket of a person, and stores what it receives. */
export async function listenOnSocket(run: RunningApp, who: TestPerson) {
  const socket = await openTestSocket(run.url, who.token);
  const facts: ObservedFact[] = [];
  socket.socket.onAny((name: string, message: unknown) => {
    facts.push({ place: `socket ${name}`, row: { message, seen_at: run.clock.now() } });
  });
  return {
    facts,
    /** Tries to watch each topic. The server refuses topics that the person may not watch. */
    async watch(topics: readonly string[]): Promise<void> {
      for (const topic of topics) {
        const answer = await socket.watch(topic);
        if (answer.ok)
          facts.push({ place: `socket ${topic.replace(/:.*/, '')}`, row: { ...answer } });
      }
    },
    /** Waits until the messages that the server has sent so far have arrived. */
    allArrived: () => socket.socket.timeout(20_000).emitWithAck('beat'),
    close: () => socket.close(),
  };
}
export type SocketListener = Awaited<ReturnType<typeof listenOnSocket>>;

/** Makes a webhook of a person, whose receiver stores what it gets, with the time. */
export async function listenOnWebhook(run: RunningApp, who: TestPerson) {
  const receiver = await new WebhookReceiver().start();
  const facts: ObservedFact[] = [];
  receiver.answer = (response, got) => {
    facts.push({
      place: 'webhook',
      row: { webhook_id: got.id, type: got.type, ...got.data, seen_at: run.clock.now() },
    });
    answerNoContent(response, got);
  };
  await webhookRequestsOf(run).create(who, receiver.url);
  return { facts, close: () => receiver.stop() };
}
export type WebhookListener = Awaited<ReturnType<typeof listenOnWebhook>>;

export const mailFactsTo = (inbox: Inbox, who: TestPerson): ObservedFact[] =>
  inbox.to(who.email).map(({ subject, text, parsed }) => ({
    place: 'mails',
    row: { subject, text, message_id: parsed.messageId ?? null },
  }));

/**
 * Reads every row of every readable table.
 * @param systemColumns extra columns, such as ctid and xmin; not for views
 */
async function rowsOfTables(client: Client, systemColumns: string): Promise<ObservedFact[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'm', 'v') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
       AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
     ORDER BY 1`,
  );
  const facts: ObservedFact[] = [];
  for (const { name } of names) {
    const isView = (
      await client.query<{ kind: string }>(
        'SELECT relkind AS kind FROM pg_class WHERE oid = $1::regclass',
        [name],
      )
    ).rows.some(({ kind }) => kind === 'v');
    const { rows } = await client.query<ObservedFact['row']>(
      `SELECT ${isView ? '' : systemColumns} t.* FROM ${name} t${isView ? '' : ' ORDER BY t.ctid'}`,
    );
    facts.push(...rows.map((row) => ({ place: name, row })));
  }
  return facts;
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Connects with the server's login role, and reads all that this role may read. */
export const readAsDatabaseRole = (run: RunningApp, role: string): Promise<ObservedFact[]> =>
  withClient(run.engines.databaseUrl, async (client) => {
    await client.query(`SET ROLE ${role}`);
    return rowsOfTables(client, 't.xmin::text AS xmin, t.ctid::text AS ctid,');
  });

/**
 * Reads every row as the owner of the tables, in the order of a dump, and without the system
 * columns, which a dump does not contain.
 */
export const readDatabaseDump = (run: RunningApp): Promise<ObservedFact[]> =>
  withClient(run.engines.migrationDatabaseUrl, (client) => rowsOfTables(client, ''));

/**
 * Reads every key in Redis; nothing if the queues are in PostgreSQL, whose tables the dump
 * contains.
 */
export async function readRedis({ engines }: RunningApp): Promise<ObservedFact[]> {
  if (engines.redisUrl === undefined) return [];
  const redis = new Redis(engines.redisUrl);
  try {
    const facts: ObservedFact[] = [];
    for (const key of (await redis.keys('*')).sort()) {
      const place = `redis ${key.replace(/:\d+$/, '')}`;
      const type = await redis.type(key);
      if (type === 'hash') facts.push({ place, row: { key, ...(await redis.hgetall(key)) } });
      else if (type === 'string') facts.push({ place, row: { key, value: await redis.get(key) } });
      else if (type === 'stream')
        for (const [id, fields] of await redis.xrange(key, '-', '+'))
          facts.push({ place, row: { at: id.split('-')[0], fields: fields.join(' ') } });
      else if (type === 'zset')
        for (const member of await redis.zrange(key, 0, -1)) facts.push({ place, row: { member } });
      else if (type === 'list')
        for (const member of await redis.lrange(key, 0, -1)) facts.push({ place, row: { member } });
    }
    return facts;
  } finally {
    redis.disconnect();
  }
}

export const logFactsOf = (logs: Readonly<Record<string, readonly string[]>>): ObservedFact[] =>
  Object.entries(logs).flatMap(([name, lines]) =>
    lines.map((line) => ({
      place: `log of ${name}`,
      row: Object.fromEntries(valuesInFact(line).map(({ name: key, value }) => [key, value])),
    })),
  );
