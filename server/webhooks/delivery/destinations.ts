import { BlockList, isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config';
import { isPublicAddress } from './public-address.rule';

/**
 * Where webhooks may lead: to public addresses, and to the hosts, addresses and networks that
 * `WEBHOOK_ALLOW` names.
 */
@Injectable()
export class Destinations {
  private readonly hosts: ReadonlySet<string>;
  private readonly networks = new BlockList();

  constructor(@Inject(CONFIG) { webhookAllow }: Pick<Config, 'webhookAllow'>) {
    this.hosts = new Set(webhookAllow.filter((one) => !isIP(one.split('/')[0] ?? '')));
    for (const one of webhookAllow) {
      const [address = '', bits] = one.split('/');
      const family = isIP(address);
      if (family === 0) continue;
      const type = family === 4 ? 'ipv4' : 'ipv6';
      this.networks.addSubnet(address, Number(bits ?? (family === 4 ? 32 : 128)), type);
    }
  }

  /**
   * Whether `WEBHOOK_ALLOW` names the host, or the network of the address.
   * @param host as URL.hostname has it
   */
  isNamed(host: string, address: string | null): boolean {
    if (this.hosts.has(host.toLowerCase())) return true;
    const family = address === null ? 0 : isIP(address);
    return (
      address !== null &&
      family !== 0 &&
      this.networks.check(address, family === 4 ? 'ipv4' : 'ipv6')
    );
  }

  /** Whether to connect to this address, which the name of the host led to. */
  allows(host: string, address: string): boolean {
    return isPublicAddress(address) || this.isNamed(host, address);
  }
}
