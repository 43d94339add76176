import {
  parseWebhookDestination,
  type AllowedWebhookDestination,
} from '../../environment/allowed-destination.rule';
import { WebhookDestinations } from './destinations';
import { isInternalHostName } from './internal-host-name.rule';

const to = (...allowed: string[]) =>
  new WebhookDestinations({
    webhookAllow: allowed.map((one) => parseWebhookDestination(one) as AllowedWebhookDestination),
  });

describe('allowed destinations of webhooks', () => {
  const nowhere = to();

  it('include only the HTTPS ports 443 and 8443 on the public internet', () => {
    const taken = Array.from({ length: 65_536 }, (_, port) => port).filter(
      (port) => nowhere.refusal('lab.example.org', port) === null,
    );
    expect(taken).toEqual([443, 8443]);
    expect(
      [443, 8443, 80, 22].map((port) => nowhere.allows('x.org', '93.184.215.14', port)),
    ).toEqual([...[true, true, false, false]]);
  });

  it.each(['10.0.0.1', '127.0.0.1', '::1', 'localhost', 'a.localhost.', 'intranet'])(
    'do not include %s, at any port',
    (host) => {
      expect([443, 8443, 80, 22].map((port) => nowhere.refusal(host, port))).toEqual(
        Array(4).fill('not_public'),
      );
    },
  );

  it('include a destination that the operator names, at its named ports', () => {
    const some = to('intranet', 'lab.example:8080', '10.0.0.0/8:25', '10.1.0.0/16', 'localhost:*');
    const asked: [string, string | null, number, boolean][] = [
      ['intranet', null, 443, true],
      ['intranet', null, 80, true],
      ['intranet', null, 8080, false],
      ['lab.example', null, 8080, true],
      ['lab.example', null, 80, false],
      ['x.example', '10.9.9.9', 25, true],
      ['x.example', '10.9.9.9', 443, false],
      ['x.example', '10.1.9.9', 443, true],
      ['x.example', '11.1.9.9', 25, false],
      ['localhost', null, 31_337, true],
      ['a.localhost', null, 443, false],
    ];
    for (const [host, address, port, named] of asked)
      expect([host, port, some.isNamed(host, address, port)]).toEqual([host, port, named]);
  });

  it('include a host name with a suitable address when the operator allows a network with this port', () => {
    const some = to('10.0.0.0/8:25');
    expect(some.refusal('lab.example.org', 25)).toBeNull();
    expect(some.allows('lab.example.org', '10.0.0.1', 25)).toBe(true);
    expect(some.allows('lab.example.org', '93.184.215.14', 25)).toBe(false);
    expect(some.refusal('lab.example.org', 26)).toBe('unusual_port');
  });
});

describe('a host name that counts as internal', () => {
  it.each([
    ...['localhost', 'LocalHost', 'localhost.', 'a.b.localhost', 'localhost.localdomain'],
    ...['ip6-loopback', 'printer.local', 'db.internal', 'x.home.arpa', 'router.lan', ''],
  ])('is %j', (host) => expect(isInternalHostName(host)).toBe(true));

  it.each(['lab.example', 'localhost.example', 'notlocalhost.org', 'local.org', 'arpa.home.org'])(
    'is not %s',
    (host) => expect(isInternalHostName(host)).toBe(false),
  );
});
