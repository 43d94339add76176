import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { shownMedian } from './progress.rule';
import { publicMedianMinutesSql } from './progress.sql';

interface Row {
  session_id: string;
  stated: number;
  people: number;
  median: number | null;
}

/**
 * How many sessions the cache may contain, which take a few megabytes. If it contains more, it is
 * cleared.
 */
const most = 20_000;

/**
 * Caches the median minutes of sessions, as participants and visitors may know them: as of the
 * beginning of the day (UTC). They do not change until the day is over, so each median is read once
 * per day. One statement reads all medians that are missing.
 */
@Injectable()
export class DailyMedianMinutesRead {
  private day = '';
  private readonly known = new Map<string, Promise<number | null>>();

  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the medians of these sessions, from the cache if possible.
   * @returns the median minutes by session id; sessions with fewer than five people, or with an
   * implausible median, are absent
   */
  async of(sessions: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const day = utcDay(this.clock.now());
    if (day !== this.day || this.known.size > most) this.known.clear();
    this.day = day;
    const missing = sessions.filter((id) => !this.known.has(id));
    if (missing.length > 0) this.ask(missing, day);
    const found = new Map<string, number>();
    await Promise.all(
      sessions.map(async (id) => {
        const minutes = await this.known.get(id);
        if (minutes !== undefined && minutes !== null) found.set(id, minutes);
      }),
    );
    return found;
  }

  private ask(sessions: readonly string[], day: string): void {
    const { known } = this;
    const asked = this.read(sessions, day);
    for (const id of sessions) {
      const one = asked.then((medians) => medians.get(id) ?? null);
      known.set(id, one);
      // A failed read is not cached, so the next caller tries again.
      one.catch(() => {
        if (known.get(id) === one) known.delete(id);
      });
    }
  }

  private async read(
    sessions: readonly string[],
    day: string,
  ): Promise<Map<string, number | null>> {
    const rows: Row[] = await this.source.query(publicMedianMinutesSql, [
      sessions,
      `${day}T00:00:00Z`,
    ]);
    return new Map(rows.map((row) => [row.session_id, shownMedian(row, row.stated)]));
  }
}
