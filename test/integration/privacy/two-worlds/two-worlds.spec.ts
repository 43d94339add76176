/**
 * @lane slow: a day is played in several worlds, and each call of the contract is asked in all
 * @engines one: what people with accounts are told comes from the same tables on both
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capabilities } from '../../../../server/contexts';
import { seeded } from '../../../support/seeded';
import { Inbox } from '../../mail/inbox';
import { Receiver } from '../../webhooks/receiver';
import { acts, type Act } from './acts';
import { reading } from './calls';
import { changes, changing, close, exportsOf, recordsOf } from './changes';
import { Chance, differences, told } from './compare';
import { decide, decideOne, filters, probeByDecisions, returns } from './decisions';
import { nameOf, type Seen } from './seen';
import { playedDay } from './set-clock';
import { openWorld, type Outside } from './world';
import { playYesterday, type Stage, type Yesterday } from './yesterday';

const patience = 3_000_000;
let outside: Outside;
let folder: string;
let yesterday: Yesterday;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonlab-worlds-'));
  const inbox = new Inbox();
  await inbox.start();
  const receiver = await new Receiver().start();
  outside = {
    inbox,
    receiver,
    environment: { SMTP_URL: inbox.url, DATA_DIR: folder, WEBHOOK_ALLOW: '127.0.0.0/8' },
  };
  yesterday = await playYesterday(playedDay(), outside.environment, receiver.url);
}, patience);
afterAll(async () => {
  await (yesterday as Yesterday | undefined)?.engines.drop();
  await outside.receiver.stop();
  await outside.inbox.stop();
  await rm(folder, { recursive: true, force: true });
});

const took: string[] = [];
let order: ReturnType<typeof changing>;
async function dayOf(act?: Act, stage?: Stage): Promise<readonly Seen[]> {
  const t = Date.now();
  const cpu = process.cpuUsage();
  const lap = (s: string) => {
    took.push(`${s} ${Date.now() - t}`);
    appendFileSync('/tmp/worlds/progress.txt', `${s} ${Date.now() - t}\n`);
  };
  const world = await openWorld(yesterday, outside);
  lap('open');
  try {
    if (act && stage) await act.play(world.run, stage);
    await world.collect('at once');
    lap('act');
    world.at(12);
    await world.calls.rows(reading, 'noon');
    lap('read');
    await recordsOf(world.calls, 'noon');
    await filters(world.calls, 'noon');
    await probeByDecisions(world.calls, 'noon');
    await returns(world.calls, 'noon');
    lap('probes');
    await exportsOf(world.calls, ['json', 'csv', 'bundle'], 'noon');
    lap('exports');
    await changes(world.calls);
    await world.collect('after changes');
    lap('changes');
    await decideOne(world.calls);
    await decide(world.calls);
    lap('decide');
    await world.collect('after decisions');
    await world.calls.rows(order, 'afternoon');
    lap('mutate');
    await close(world.calls);
    await world.collect('afterwards');
    lap('quiet');
    world.at(22);
    await world.calls.rows(reading, 'night');
    await recordsOf(world.calls, 'night');
    lap('night');
    const { user, system } = process.cpuUsage(cpu);
    lap(`cpu ${user / 1e6} ${system / 1e6}`);
    return world.calls.seen;
  } finally {
    await world.close();
    lap('close');
  }
}

it('plays', async () => {
  order = changing(seeded('two worlds'));
  const quietDay = await dayOf();
  writeFileSync('/tmp/worlds/quiet.json', JSON.stringify(quietDay));
  const again = await dayOf();
  const chance = new Chance(quietDay, again);
  const out: string[] = [`strange ${chance.strange.length}`, ...chance.strange.slice(0, 300).map(told)];
  out.push(`asked ${quietDay.length}, ${new Set(quietDay.map(({ operation }) => operation)).size} of ${capabilities.endpoints.length}`);
  (await import('node:fs')).writeFileSync('/tmp/worlds/out.txt', [...took, ...out].join('\n'));
  for (const [name, act] of Object.entries(acts)) {
    if (process.env.ACTS && !process.env.ACTS.split(',').includes(name)) continue;
    const stage = yesterday.stages.find(({ kind }) => act.in.includes(kind));
    try {
      const found = differences(quietDay, await dayOf(act, stage), chance);
      out.push(`## ${name}: ${found.length}`, ...found.slice(0, 400).map(told));
    } catch (e) {
      out.push(`## ${name}: ${String((e as Error).stack)}`);
    }
    (await import('node:fs')).writeFileSync('/tmp/worlds/out.txt', [...took, ...out].join('\n'));
  }
  void nameOf; void seeded;
}, patience);
