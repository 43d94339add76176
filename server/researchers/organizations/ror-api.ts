import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CONFIG, type Config } from '../../config';
import { Clock, addMilliseconds } from '../../platform/concurrency/clock';
import { LOG } from '../../platform/platform.module';
import type { Logger } from '../../platform/observability/log';
import { comparableName, type ListedOrganization } from './organization-names.rule';
import { organizationOf, RorRecord } from './ror-record';
import { redactedErrorMessageOf } from '../../platform/observability/redact-error';

const patienceMs = 2_000;
/** After a failed request, `find` sends no further one for this many milliseconds. */
const pauseMs = 30_000;
const rememberedMs = 600_000;
const remembered = 1_000;
const mostBytes = 2_000_000;

const Found = z.object({ items: z.array(z.unknown()) });

/**
 * A client of the API of the Research Organization Registry, whose data are newer than its dumps.
 * It sends requests only if ROR_API_URL is set (`https://api.ror.org/v2/organizations`). No feature
 * depends on the API, since it may be slow, unreachable or wrong.
 */
@Injectable()
export class RorApi {
  private awayUntil = new Date(0);
  private readonly known = new Map<string, { until: Date; found: ListedOrganization[] }>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly clock: Clock,
  ) {}

  get isConfigured(): boolean {
    return this.config.rorApiUrl !== undefined;
  }

  /**
   * Searches the registry for active organizations that match this text. Returns an empty list if
   * no registry is configured, or if the registry does not answer in time.
   */
  async find(text: string): Promise<ListedOrganization[]> {
    // The comparable form has only letters, digits and blanks, none of which is an operator of the
    // registry's query language.
    const wanted = comparableName(text);
    const now = this.clock.now();
    if (!this.isConfigured || wanted.length < 2 || now < this.awayUntil) return [];
    const known = this.known.get(wanted);
    if (known && known.until > now) return known.found;
    try {
      const answer = Found.parse(
        await this.ask(`?${new URLSearchParams({ query: wanted }).toString()}`),
      );
      const found = answer.items
        .map((item) => this.active(item))
        .filter((organization) => organization !== undefined);
      if (this.known.size >= remembered) this.known.delete(this.known.keys().next().value ?? '');
      this.known.set(wanted, { until: addMilliseconds(now, rememberedMs), found });
      return found;
    } catch (error) {
      this.awayUntil = addMilliseconds(this.clock.now(), pauseMs);
      this.log.warn(
        { err: { message: redactedErrorMessageOf(error) } },
        'the registry of organizations does not answer',
      );
      return [];
    }
  }

  /**
   * @returns null if the registry has no active organization with this id.
   * @throws Error if the registry does not answer in time, or answers with an error.
   */
  async byId(id: string): Promise<ListedOrganization | null> {
    const answer = await this.ask(`/${encodeURIComponent(id.slice(id.lastIndexOf('/') + 1))}`);
    const organization = answer === null ? undefined : this.active(answer);
    return organization?.ror_id === id ? organization : null;
  }

  private active(item: unknown): ListedOrganization | undefined {
    const record = RorRecord.safeParse(item);
    return record.success && record.data.status === 'active'
      ? organizationOf(record.data)
      : undefined;
  }

  /** @returns null for 404. */
  private async ask(path: string): Promise<unknown> {
    const answer = await fetch(`${this.config.rorApiUrl?.replace(/\/+$/, '')}${path}`, {
      signal: AbortSignal.timeout(patienceMs),
      headers: { accept: 'application/json' },
    });
    if (answer.status === 404) {
      await answer.body?.cancel();
      return null;
    }
    if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > mostBytes) {
      await answer.body?.cancel();
      throw new Error(`answer ${answer.status}`);
    }
    return answer.json();
  }
}
