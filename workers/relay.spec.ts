import type { EventName } from '../contracts/base/events';
import { capabilities } from '../server/contexts';
import type { EventConsumer } from '../server/platform/messaging/consumer';
import { routingOf as route } from './relay';

const names = [...capabilities.events.keys()];
const silent = [...capabilities.silentEvents];
const routingOf = (consumers: readonly EventConsumer[]) =>
  route(consumers, names, capabilities.silentEvents);
const consumer = (name: string, on: readonly EventName[]): EventConsumer => ({
  name,
  concurrency: 1,
  on: Object.fromEntries(on.map((event) => [event, () => Promise.resolve()])),
});
const loud = names.filter((name) => !silent.includes(name));

describe('routing of events', () => {
  it('lists the consumers of each event, and none for silent events', () => {
    const routing = routingOf([
      consumer('one', loud),
      consumer('two', ['enrolment.participant-enrolled']),
    ]);
    expect(routing.get('enrolment.participant-enrolled')).toEqual(['one', 'two']);
    expect(routing.get('enrolment.session-closed')).toEqual(['one']);
    expect(silent.map((name) => routing.get(name))).toEqual(silent.map(() => []));
    expect([...routing.keys()].sort()).toEqual([...names].sort());
  });

  it.each(loud)('refuses to boot when %s has no consumer and is not declared silent', (missing) => {
    expect(() =>
      routingOf([
        consumer(
          'one',
          loud.filter((name) => name !== missing),
        ),
      ]),
    ).toThrow(`nothing reacts to ${missing}`);
  });

  it('refuses to boot when an event is declared silent and has a consumer', () => {
    const [quiet] = silent;
    if (!quiet) return;
    expect(() => routingOf([consumer('one', [...loud, quiet])])).toThrow(
      `${quiet} is declared silent, but one reacts to it`,
    );
  });

  it('refuses to boot when a consumer names an undeclared event', () => {
    const unknown = 'enrolment.participant-teleported' as EventName;
    expect(() => routingOf([consumer('one', [...loud, unknown])])).toThrow(
      `one reacts to ${unknown}, which no context declares`,
    );
  });

  it('refuses to boot when two consumers have the same name', () => {
    expect(() => routingOf([consumer('one', loud), consumer('one', loud)])).toThrow(
      'two consumers are called one',
    );
  });
});
