import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../contracts/limits';
import { CONFIG, type Config } from '../config';
import { Clock, later, minutes } from '../platform/clock';
import { sameBytes, Secrets } from '../platform/secrets';

/** Where a browser downloads a copy: it sends no Bearer header when it saves a file, so for some minutes the address itself is the permission. */
@Injectable()
export class ExportUrls {
  constructor(@Inject(CONFIG) private readonly config: Config, private readonly secrets: Secrets, private readonly clock: Clock) {}

  forExport(id: string): string {
    const expires = String(later(this.clock.now(), minutes(limits.exportUrlMinutes)).getTime());
    return `${this.config.publicApiUrl}/api/exports/${id}/file/?${new URLSearchParams({ expires, signature: this.sign(id, expires).toString('base64url') }).toString()}`;
  }

  isValid(id: string, { expires, signature }: { expires: string; signature: string }): boolean {
    return sameBytes(Buffer.from(signature, 'base64url'), this.sign(id, expires)) && Number(expires) > this.clock.now().getTime();
  }

  private sign(id: string, expires: string): Buffer {
    return this.secrets.mac('export-url', id, expires);
  }
}
