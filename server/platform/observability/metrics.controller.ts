import { Controller, Res } from '@nestjs/common';
import { metrics } from '../../../contracts/base/non-json-operations';
import { Serves } from '../http/operation';
import type { HttpReply } from '../http/request';
import { Scrape } from './scrape';

/** For Prometheus. Counts only, no ids; to keep even those private, block the path at the proxy. */
@Controller()
export class MetricsController {
  constructor(private readonly scrape: Scrape) {}

  @Serves(metrics)
  async read(@Res({ passthrough: true }) reply: HttpReply): Promise<string> {
    const text = await this.scrape.text();
    void reply.headers({ 'Content-Type': this.scrape.contentType, 'Cache-Control': 'no-store' });
    return text;
  }
}
