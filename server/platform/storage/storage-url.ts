import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config';
import { Clock, later, minutes } from '../concurrency/clock';
import { Secrets } from '../security/secrets';

/**
 * Long enough to read a consent form before following its link, short enough that a copied address
 * is soon worth nothing.
 */
const validMs = minutes(60);

export interface SignedAddress {
  /** When it expires, in milliseconds since 1970. */
  readonly expires: string;
  readonly name: string;
  readonly type: string;
  readonly signature: string;
}

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

  /**
   * @param name what a browser calls the file when it saves it
   * @param type the content type with which it is served: equal bytes may have another type elsewhere, so it is part
   * of the address
   */
  forFile(sha256: string, name: string, type = 'application/octet-stream'): string {
    const expires = String(later(this.clock.now(), validMs).getTime());
    const signature = this.secrets
      .stamp('file-url', sha256, expires, name, type)
      .toString('base64url');
    const query = new URLSearchParams({ expires, name, type, signature });
    return `${this.config.publicApiUrl}/api/objects/${sha256}?${query.toString()}`;
  }

  isValid(sha256: string, { expires, name, type, signature }: SignedAddress): boolean {
    return (
      this.secrets.isSigned(
        Buffer.from(signature, 'base64url'),
        'file-url',
        sha256,
        expires,
        name,
        type,
      ) && Number(expires) > this.clock.now().getTime()
    );
  }
}
