import fc from 'fast-check';
import { ExternalRuntime, ExternalRuntimeRequest } from './external-runtime';
import {
  haveDistinctNames,
  findDuplicateParameter,
  participantUrl,
  externalUrlFault,
  sentParameterNames,
} from './external-url';

const values = { participant: 'aa', study: 'bb', session: 'cc', participation: 'd/d' };

describe('address of an external study', () => {
  it.each([
    'https://lab.example/task',
    'https://lab.example:8443/task?a=1#top',
    'https://lab.example/{study}?who={participant}',
    'http://localhost:4000/x',
    'http://127.0.0.1/x',
    'http://[::1]:3000/',
  ])('accepts %s', (url) => {
    expect(externalUrlFault(url)).toBeNull();
  });

  it.each([
    ['', 'invalid_url'],
    ['lab.example', 'invalid_url'],
    ['javascript:alert(1)', 'invalid_url'],
    ['https://lab.example/a\0b', 'invalid_url'],
    ['https://lab.example/\ud800', 'invalid_url'],
    ['http://lab.example', 'invalid_url'],
    ['http://169.254.169.254/latest/meta-data/', 'invalid_url'],
    ['http://localhost.evil.example/', 'invalid_url'],
    ['https://user:password@lab.example/', 'invalid_url'],
    ['https://user@lab.example/', 'invalid_url'],
    ['https://{participant}.lab.example/', 'invalid_url'],
    ['https://lab.example\\@evil.example/', 'invalid_url'],
    ['https://lab.example/?who={name}', 'unknown_placeholder'],
    ['https://lab.example/?who={{%PROLIFIC_PID%}}', 'unknown_placeholder'],
    ['https://lab.example/?who={participant', 'unknown_placeholder'],
    ['https://lab.example/?who={Participant}', 'unknown_placeholder'],
  ])('refuses %s', (url, fault) => {
    expect(externalUrlFault(url)).toBe(fault);
  });

  it('contains each of the four parameters once: at its placeholder, or at the end', () => {
    expect(participantUrl('https://lab.example/', values)).toBe(
      'https://lab.example/?participant=aa&study=bb&session=cc&participation=d%2Fd',
    );
    expect(participantUrl('https://lab.example/{study}/?p={participation}#top', values)).toBe(
      'https://lab.example/bb/?p=d%2Fd&participant=aa&session=cc#top',
    );
  });

  it('contains parameters under their aliases, and the rest of the query as the researcher wrote it', () => {
    const names = { participant: 'PROLIFIC_PID', session: 's' };
    expect(participantUrl('https://lab.example/?a=b%20c&d=e+f', values, names)).toBe(
      'https://lab.example/?a=b%20c&d=e+f&PROLIFIC_PID=aa&study=bb&s=cc&participation=d%2Fd',
    );
  });
});

describe('aliases of parameters', () => {
  it('must differ from each other and from the names of parameters without an alias', () => {
    expect(haveDistinctNames({})).toBe(true);
    expect(haveDistinctNames({ participant: 'pid', study: 'sid' })).toBe(true);
    expect(haveDistinctNames({ participant: 'x', study: 'x' })).toBe(false);
    expect(haveDistinctNames({ participant: 'session' })).toBe(false);
    expect(haveDistinctNames({ participant: 'session', session: 'participant' })).toBe(true);
  });
});

describe('an address that may already contain one of the sent parameters', () => {
  const base = 'https://lab.example/q';
  it.each([
    ['?participant=TEST&lang=de', {}, 'participant'],
    ['?lang=de&study=1', {}, 'study'],
    ['?session', {}, 'session'],
    ['?Participation=1', {}, 'participation'],
    ['?p%61rticipant=TEST', {}, 'participant'],
    ['?PROLIFIC_PID=TEST', { participant: 'PROLIFIC_PID' }, 'participant'],
    ['?participant={study}', {}, 'participant'],
    ['?participant={participant}&participant=TEST', {}, 'participant'],
    ['?lang=de', {}, null],
    ['?participant={participant}', {}, null],
    ['?participant=lab-{participant}', {}, null],
    ['?participant=TEST', { participant: 'PROLIFIC_PID' }, null],
    ['?who={participant}&participant=TEST', {}, null],
    ['?my_participant=1&participants=2', {}, null],
    ['/participant=TEST', {}, null],
    ['#/?participant=TEST', {}, null],
  ] as const)(
    'that ends in %s, with the aliases %j, repeats this parameter: %s',
    (more, names, sent) => {
      expect(findDuplicateParameter(base + more, names)).toBe(sent);
      const given = { kind: 'external', url: base + more, names };
      const read = ExternalRuntimeRequest.safeParse(given);
      expect(read.success ? null : read.error.issues.map(({ message }) => message)).toEqual(
        sent && [`${sent}_in_address`],
      );
      // The check applies only to new addresses: a stored one can still be read.
      expect(ExternalRuntime.safeParse(given).success).toBe(true);
    },
  );

  it('leads to a link that contains each parameter once, whatever address is stored', () => {
    const part = fc.constantFrom(
      ...['participant', 'study', 'PID', 'Session', 'lang', 'a b'].map(encodeURIComponent),
    );
    const value = fc.constantFrom('TEST', '', '{participant}', '{session}', 'x%20y');
    const names = fc.constantFrom({}, { participant: 'PID' }, { study: 'lang' });
    fc.assert(
      fc.property(fc.array(fc.tuple(part, value), { maxLength: 5 }), names, (pairs, aliases) => {
        const url = `https://lab.example/q?${pairs.map((pair) => pair.join('=')).join('&')}`;
        const opened = new URL(participantUrl(url, values, aliases)).searchParams;
        const isRefused = findDuplicateParameter(url, aliases) !== null;
        for (const name of sentParameterNames) {
          const sent = (aliases as Record<string, string>)[name] ?? name;
          const isPlaced = url.includes(`{${name}}`);
          if (!isPlaced) expect(opened.getAll(sent)).toEqual([values[name]]);
          // The URL has a placeholder for the value `name`, so the link appends no parameter with
          // this value. If the placeholder stands in a parameter that already has the name `sent`,
          // the link must contain this parameter only once.
          else if (!isRefused && opened.getAll(sent).includes(values[name]))
            expect(opened.getAll(sent)).toEqual([values[name]]);
        }
      }),
    );
  });
});
