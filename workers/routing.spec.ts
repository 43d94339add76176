import { events, type EventName } from '../contracts/events';
import type { Consumer } from './consumer';
import { routingOf, silent } from './routing';

const names = Object.keys(events) as EventName[];
const consumer = (name: string, on: readonly EventName[]): Consumer => ({
  name,
  concurrency: 1,
  on: Object.fromEntries(on.map((event) => [event, () => Promise.resolve()])),
});
const loud = names.filter((name) => !silent.includes(name));

describe('the routing of events', () => {
  it('is the keys of every consumer, and nothing for the silent ones', () => {
    const routing = routingOf([
      consumer('one', loud),
      consumer('two', ['enrolment.participant-enrolled']),
    ]);
    expect(routing.get('enrolment.participant-enrolled')).toEqual(['one', 'two']);
    expect(routing.get('enrolment.session-closed')).toEqual(['one']);
    expect(silent.map((name) => routing.get(name))).toEqual(silent.map(() => []));
    expect([...routing.keys()].sort()).toEqual([...names].sort());
  });

  it.each(loud)(
    'refuses to boot when nothing reacts to %s and nobody said that this is meant',
    (missing) => {
      expect(() =>
        routingOf([
          consumer(
            'one',
            loud.filter((name) => name !== missing),
          ),
        ]),
      ).toThrow(`nothing reacts to ${missing}`);
    },
  );

  it('refuses to boot when an event is called silent although somebody reacts to it', () => {
    const [quiet] = silent;
    if (!quiet) return;
    expect(() => routingOf([consumer('one', [...loud, quiet])])).toThrow(
      `${quiet} is called silent, but one reacts to it`,
    );
  });

  it('refuses to boot when two consumers would share a queue', () => {
    expect(() => routingOf([consumer('one', loud), consumer('one', loud)])).toThrow(
      'two consumers are called one',
    );
  });
});
