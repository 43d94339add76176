import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Decides who may watch the live topic of a classroom: its members. */
@Injectable()
export class ClassroomWatchersRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Checks for each pair of a classroom and an account whether the account may watch the classroom.
   * @returns the indexes of the pairs whose account is a member of the classroom
   */
  async mayWatch(
    asked: readonly { readonly classroom: string; readonly account: string }[],
  ): Promise<Set<number>> {
    const members: { place: number }[] = await this.source.query(
      `SELECT (asked.place - 1)::int AS place
       FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS asked (classroom, account, place)
       JOIN identity.classroom_member m ON m.classroom_id = asked.classroom AND m.account_id = asked.account`,
      [asked.map(({ classroom }) => classroom), asked.map(({ account }) => account)],
    );
    return new Set(members.map(({ place }) => place));
  }
}
