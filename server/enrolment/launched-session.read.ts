import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Share } from '../platform/share';
import type { Snapshot } from './session.entity';

/** What never changes after a launch (DOMAIN 2), so a process may remember it. */
export interface LaunchedSession {
  id: string;
  study_id: string;
  consent_id: string;
  consent_sha256: string;
  start_within_minutes: number;
  snapshot: Snapshot;
}

const remembered = 5_000;

@Injectable()
export class LaunchedSessionRead {
  private readonly known = new Map<string, LaunchedSession>();
  /** The first moments of a rush: everybody asks before the first answer is there. */
  private readonly asked = new Share<LaunchedSession | null | undefined>();

  constructor(private readonly source: DataSource) {}

  /** @returns null for a session that was never launched, undefined for none at all. */
  async byId(id: string): Promise<LaunchedSession | null | undefined> {
    return this.known.get(id) ?? this.asked.ask(id, () => this.fetch(id));
  }

  private async fetch(id: string): Promise<LaunchedSession | null | undefined> {
    const [row]: (LaunchedSession & { launched: boolean })[] = await this.source.query(
      `SELECT id, study_id, consent_id, consent_sha256, start_within_minutes, snapshot, launched_at IS NOT NULL AS launched FROM research.session WHERE id = $1`,
      [id],
    );
    if (!row) return undefined;
    if (!row.launched) return null;
    const { launched: _, ...session } = row;
    if (this.known.size >= remembered) this.known.delete(this.known.keys().next().value ?? '');
    this.known.set(id, session);
    return session;
  }
}
