import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ApiToken } from '../../contracts/api-tokens/api-tokens';
import { apiTokensOf, type OwnApiToken } from '../access/api-tokens/api-tokens.store';
import { DomainError } from '../platform/errors/errors';
import { mayOnStudySql } from '../studies/study.policy';

const view = (
  { id, study_ids, created_at, expires_at, ...row }: OwnApiToken,
  titles: ReadonlyMap<string, string>,
): ApiToken => ({
  _id: id,
  ...row,
  studies: study_ids && study_ids.map((_id) => ({ _id, title: titles.get(_id) ?? null })),
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
});

/** Reads the fields of API tokens that the researcher who holds them may see. */
@Injectable()
export class OwnApiTokensRead {
  constructor(private readonly source: DataSource) {}

  /** Lists all tokens, the newest first. Their number is limited, so there are no pages. */
  async all(accountId: string): Promise<ApiToken[]> {
    return this.views(await apiTokensOf(this.source, accountId), accountId);
  }

  /** @throws DomainError not_found if the token was ended in the meantime */
  async byId(tokenId: string, accountId: string): Promise<ApiToken> {
    const rows = await apiTokensOf(this.source, accountId, tokenId);
    const [token] = await this.views(rows, accountId);
    if (!token) throw new DomainError('not_found');
    return token;
  }

  private async views(rows: readonly OwnApiToken[], accountId: string): Promise<ApiToken[]> {
    const ids = [...new Set(rows.flatMap(({ study_ids }) => study_ids ?? []))];
    const studies: { id: string; title: string }[] =
      ids.length === 0
        ? []
        : await this.source.query(
            `SELECT st.id, st.title FROM research.study_profile st
             WHERE st.id = ANY($1::uuid[]) AND ${mayOnStudySql('read', 'st', '$2')}`,
            [ids, accountId],
          );
    const titles = new Map(studies.map(({ id, title }) => [id, title]));
    return rows.map((row) => view(row, titles));
  }
}
