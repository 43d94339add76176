import { BlockList, isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config';
import type { AllowedWebhookDestination } from '../../environment/allowed-destination.rule';
import { isInternalHostName } from './internal-host-name.rule';
import { isPublicAddress } from './public-address.rule';

/** The ports that webhooks may use on the public internet: those of https. */
const usualPorts: ReadonlySet<number> = new Set([443, 8443]);
/**
 * The ports that webhooks may use at a destination that the operator names without a port: 443 and
 * 8443 for https, and 80 for http, where messages are not encrypted.
 */
const usualNamedPorts: ReadonlySet<number> = new Set([443, 8443, 80]);

/** Why a webhook may not use a destination. */
export type DestinationRefusal = 'not_public' | 'unusual_port';
type Named = (host: string, address: string | null, port: number) => boolean;

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const isPortOf =
  (port: AllowedWebhookDestination['port']) =>
  (asked: number): boolean =>
    port === null ? usualNamedPorts.has(asked) : port === 'any' || port === asked;

/**
 * The allowed destinations of webhooks: https ports on the public internet, and the hosts,
 * addresses and networks that `WEBHOOK_ALLOW` names, at the ports that it names.
 */
@Injectable()
export class WebhookDestinations {
  private readonly named: readonly Named[];
  private readonly networkPorts: readonly ((port: number) => boolean)[];

  constructor(@Inject(CONFIG) { webhookAllow }: Pick<Config, 'webhookAllow'>) {
    this.networkPorts = webhookAllow
      .filter(({ network }) => network)
      .map(({ port }) => isPortOf(port));
    this.named = webhookAllow.map(({ host, network, port }): Named => {
      const isPort = isPortOf(port);
      if (!network) return (asked, _, at) => asked.toLowerCase() === host && isPort(at);
      const block = new BlockList();
      block.addSubnet(network.address, network.bits, familyOf(network.address));
      return (_, address, at) =>
        address !== null && block.check(address, familyOf(address)) && isPort(at);
    });
  }

  /**
   * Whether `WEBHOOK_ALLOW` names the host, or the network of the address, with this port.
   * @param host as in URL.hostname
   * @param address null where it is not known yet
   */
  isNamed(host: string, address: string | null, port: number): boolean {
    return this.named.some((names) => names(host, address, port));
  }

  /** Whether a webhook may connect to this address, to which the host's name resolved. */
  allows(host: string, address: string, port: number): boolean {
    return (isPublicAddress(address) && usualPorts.has(port)) || this.isNamed(host, address, port);
  }

  /**
   * Refuses a host before its name is resolved.
   * @param host without brackets
   * @returns null if nothing is wrong so far
   */
  refusal(host: string, port: number): DestinationRefusal | null {
    const address = isIP(host) === 0 ? null : host;
    if (this.isNamed(host, address, port)) return null;
    if (address === null ? isInternalHostName(host) : !isPublicAddress(address))
      return 'not_public';
    // The name is not resolved yet. It may resolve to an address in a network that the operator
    // allows at this port. So the port is not refused here: `allows` checks the address and the
    // port later.
    const mayBe = address === null && this.networkPorts.some((isPort) => isPort(port));
    return usualPorts.has(port) || mayBe ? null : 'unusual_port';
  }
}
