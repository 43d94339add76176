import { Controller, Res } from '@nestjs/common';
import { healthLive, healthReady } from '../../../contracts/base/non-json-operations';
import { Readiness } from '../observability/readiness';
import { Serves } from './operation';
import type { HttpReply } from './request';

/**
 * Health checks for the proxy and the container. `live` reports that the process answers. `ready`
 * reports whether the services that the process needs, such as PostgreSQL, answer, too.
 */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Serves(healthLive)
  live() {
    return { status: 'live' };
  }

  @Serves(healthReady)
  async ready(@Res({ passthrough: true }) reply: HttpReply) {
    const dependencies = await this.readiness.check();
    const ready = Object.values(dependencies).every(Boolean);
    void reply.status(ready ? 200 : 503).header('Cache-Control', 'no-store');
    return { status: ready ? 'ready' : 'not_ready', ...dependencies };
  }
}
