import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config';
import { Clock, later, minutes } from '../concurrency/clock';
import { Secrets } from '../security/secrets';

/**
 * Long enough to read a consent form before following its link, short enough that a copied address
 * is soon worth nothing.
 */
const validMs = minutes(60);

/**
 * Short-lived signed addresses of stored files: any client with the address may fetch that file
 * until it expires (docs/domain.md, 9).
 */
@Injectable()
export class FileUrls {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @param name what a browser calls the file when it saves it */
  forFile(sha256: string, name: string): string {
    const expires = String(later(this.clock.now(), validMs).getTime());
    const signature = this.secrets.stamp('file-url', sha256, expires, name).toString('base64url');
    return `${this.config.publicApiUrl}/api/files/${sha256}?${new URLSearchParams({ expires, name, signature }).toString()}`;
  }

  isValid(
    sha256: string,
    { expires, name, signature }: { expires: string; name: string; signature: string },
  ): boolean {
    return (
      this.secrets.isSigned(
        Buffer.from(signature, 'base64url'),
        'file-url',
        sha256,
        expires,
        name,
      ) && Number(expires) > this.clock.now().getTime()
    );
  }
}
